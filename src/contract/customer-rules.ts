/**
 * When an action on a customer may run, and why not: the same pure functions decide on the server and in the console
 * (rulings 32 to 37). `null` means it may; a text is the reason that both sides show.
 */
export type Refusal = string | null

interface BanFacts {
  banned: boolean
  deleted: boolean
}

/** Ban: for whoever is not banned yet. A deleted account can be banned too: deleted outranks banned in display only. */
export function whyNotBan(customer: BanFacts): Refusal {
  return customer.banned ? 'The customer is banned already.' : null
}

/** Unban: for whoever is banned. */
export function whyNotUnban(customer: BanFacts): Refusal {
  return customer.banned ? null : 'The customer is not banned.'
}
