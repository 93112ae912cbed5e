import { cardBrands } from '../../contract/customers.ts'
import type { ListFilter } from '../../layout/list/filter-definition.ts'
import { choiceFilter } from '../../layout/list/filters/filters.ts'
import { brandName } from '../../layout/records/payment-names.ts'

/** What may stand before what a customer pays with. */
export const payLeads = ['pays by', 'pay by', 'pays with', 'pay with', 'paying by', 'paying with']

/** What the card's form can also be asked for, if the admin API knows it. */
export const brandChoices = {
  param: 'cardBrand',
  label: 'Card brand',
  all: 'Any',
  leads: payLeads,
  choices: cardBrands.map((brand) => ({ value: brand, label: brandName(brand), words: [brand] })),
}

export const stateChoices = {
  param: 'cardState',
  label: 'Card',
  all: 'Any',
  needsLabel: true as const,
  choices: [
    { value: 'expired', label: 'expired', datedBy: null },
    { value: 'expiring', label: 'expires this month or next', words: ['expiring', 'expiring soon', 'expire soon'], datedBy: null },
  ],
}

/** Without controls of their own: they are fields of the card's form. */
export const cardChoiceFilters: readonly ListFilter[] = [brandChoices, stateChoices].map((spec) => {
  const { control: _, ...filter } = choiceFilter(spec)
  return { ...filter, feature: 'fields' }
})
