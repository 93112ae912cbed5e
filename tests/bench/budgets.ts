/** What a part of the console may weigh: bytes of gzip, at the usual level. */
export interface Budget {
  what: string
  budget: number
}

/** The budgets of size, which the check and the bench have in common. */
export const budgets = {
  signIn: { what: 'sign-in', budget: 130_000 },
  firstList: { what: 'shell with first list', budget: 225_000 },
  afterFirstList: { what: 'all that is fetched right after it', budget: 180_000 },
  view: { what: 'any rarer view', budget: 60_000 },
  css: { what: 'CSS', budget: 60_000 },
} as const satisfies Record<string, Budget>
