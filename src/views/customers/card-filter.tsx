import { CreditCardIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { LazyComponent, useLazyOpen } from '../../layout/kit/lazy-component.ts'
import type { ChangeFilters, ListFilter } from '../../layout/list/filter-definition.ts'
import { ListPanel } from '../../layout/list/list-panel.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'

const params = ['last4', 'expiryMonth', 'expiryYear'] as const
const cardForm = new LazyComponent(() => import('./card-form.tsx').then((module) => module.CardForm))

/** Filter by card: last four digits, expiry month and year, in any combination. */
export const cardFilter: ListFilter = {
  id: 'card',
  params,
  words: { kind: 'card' },
  Control: CardControl,
  chip: (search) => {
    const { last4, expiryMonth, expiryYear } = search
    const expiry = [expiryMonth?.padStart(2, '0'), expiryYear].filter(Boolean).join('/')
    const parts = [last4 && `•••• ${last4}`, expiry && `expires ${expiry}`].filter(Boolean)
    return parts.length === 0 ? null : `Card: ${parts.join(' ')}`
  },
}

function CardControl({ search, change }: { search: ListSearch; change: ChangeFilters }) {
  const [isOpen, setOpen] = useState(false)
  const CardForm = useLazyOpen(cardForm, isOpen, () => setOpen(false))
  const isInUse = [...params, 'cardBrand', 'cardState'].some((name) => search[name] !== undefined)
  const apply = (changes: Record<string, string | undefined>) => {
    setOpen(false)
    void change(changes)
  }
  return (
    <ListPanel icon={CreditCardIcon} label="Card" name="Filter by card" isInUse={isInUse} isOpen={isOpen} onToggle={setOpen}>
      {CardForm && <CardForm search={search} onApply={apply} />}
    </ListPanel>
  )
}
