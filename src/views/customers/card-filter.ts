import { LazyComponent } from '../../layout/kit/lazy-component.ts'
import type { ListFilter } from '../../layout/list/filter-definition.ts'

/** Filter by card: last four digits, expiry month and year, in any combination. */
export const cardFilter: ListFilter = {
  id: 'card',
  params: ['last4', 'expiryMonth', 'expiryYear'],
  words: { kind: 'card' },
  control: { kind: 'form', label: 'Card', form: new LazyComponent(() => import('./card-form.tsx').then((module) => module.CardForm)) },
  chip: (search) => {
    const { last4, expiryMonth, expiryYear } = search
    const expiry = [expiryMonth?.padStart(2, '0'), expiryYear].filter(Boolean).join('/')
    const parts = [last4 && `•••• ${last4}`, expiry && `expires ${expiry}`].filter(Boolean)
    return parts.length === 0 ? null : `Card: ${parts.join(' ')}`
  },
}
