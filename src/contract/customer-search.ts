import { z } from 'zod'
import { CustomerRow } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { Integer } from './fields.ts'
import { SearchTerm } from './list.ts'

export const CustomerSearchQuery = z.object({
  term: SearchTerm.pipe(z.string().min(1)),
  limit: z.coerce.number().int().min(1).max(50).default(6),
})
export type CustomerSearchQuery = z.output<typeof CustomerSearchQuery>

/** The best matches, best first. */
export const FoundCustomers = z.object({
  rows: z.array(CustomerRow),
  /** How many the list's normal search finds, as far as they were counted. */
  total: Integer,
  /** There are more than `total`. */
  total_capped: z.literal(true).optional(),
})
export type FoundCustomers = z.infer<typeof FoundCustomers>

/** Ours: what a typed text most likely means. */
export const searchCustomers = endpoint({
  path: '/customers/search',
  feature: 'search',
  access: 'customers.read',
  query: CustomerSearchQuery,
  reply: FoundCustomers,
})
