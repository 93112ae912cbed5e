import type { Target, Targets } from './targets.ts'

/** The page that shows a record of each type: its own, or its list reduced to it. */
export const pages = {
  customer: ({ id }: { id: number }) => `/customers/${id}`,
  user: ({ id }: { id: number }) => `/users/${id}`,
  // Other admin APIs find a payment only among its customer's.
  payment: ({ userId }: Pick<Targets['payment'], 'userId'>) => `/customers/${userId}?tab=payments`,
  invoice: ({ id }: { id: number }) => `/invoices?invoiceId=${id}`,
  qr: ({ uri }: { uri: string }) => `/qrs?${new URLSearchParams({ searchTerm: uri, searchMode: 'uri', exactSearch: 'true' }).toString()}`,
}

/** A record's page; null for types that have none. */
export function pageOf({ type, record }: Target): string | null {
  const page = (pages as Partial<Record<typeof type, (of: typeof record) => string>>)[type]
  return page?.(record) ?? null
}
