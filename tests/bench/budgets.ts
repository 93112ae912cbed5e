/** A size budget of one part of the console, in gzipped bytes at the default level. */
export interface Budget {
  what: string
  budget: number
}

/** The size budgets, shared by the check and the bench. */
export const budgets = {
  signIn: { what: 'sign-in', budget: 130_000 },
  firstList: { what: 'shell with first list', budget: 225_000 },
  afterFirstList: { what: 'all that is fetched right after it', budget: 300_000 },
  view: { what: 'any rarer view', budget: 60_000 },
  css: { what: 'CSS', budget: 60_000 },
} as const satisfies Record<string, Budget>
