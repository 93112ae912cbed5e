import { dayOf } from '../../../src/contract/dates.ts'
import { lastMonth } from './ticket-finds.ts'

const [year, month] = dayOf(lastMonth()).split('-').map(Number)

/** The invoices of last month: on its first day a month has none. */
export const invoicesOfLastMonth = `/invoices?month=${month}&year=${year}`
