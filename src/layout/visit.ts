/**
 * What the console remembers for the length of a visit (focused rows, selections, the list one walks) is the person's own: it goes
 * when they sign out, and when somebody else signs in. What remembers something says here how it is forgotten.
 */
const forgetters = new Set<() => void>()
let visitor: number | null = null

/** Has a memory forgotten at the end of the visit. */
export function forgetAtEnd(forget: () => void) {
  forgetters.add(forget)
}

/** Whose visit it is; null before anybody has signed in. */
export const visitorId = () => visitor

/** Somebody has signed in: the same person finds everything again, somebody else nothing. */
export function startVisit(userId: number) {
  if (visitor !== null && visitor !== userId) endVisit()
  visitor = userId
}

/** Forgets everything. */
export function endVisit() {
  for (const forget of forgetters) forget()
}
