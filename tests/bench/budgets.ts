/** What a part of the console may weigh: bytes of gzip, at the usual level. */
export interface Budget {
  what: string
  budget: number
  /** What `npm run check` refuses: more than the budget or, where that is not met yet, than it weighs today. It may only shrink. */
  limit: number
}

/** The budgets of size, which the check and the bench have in common. */
export const budgets = {
  signIn: { what: 'sign-in', budget: 130_000, limit: 130_000 },
  firstList: { what: 'shell with first list', budget: 200_000, limit: 200_000 },
  afterFirstList: { what: 'commands and routes, after the first list', budget: 45_000, limit: 45_000 },
  palette: { what: 'palette, loaded on idle', budget: 30_000, limit: 30_000 },
  view: { what: 'any further view', budget: 40_000, limit: 40_000 },
  css: { what: 'CSS', budget: 45_000, limit: 45_000 },
} as const satisfies Record<string, Budget>
