/**
 * What the console remembers for the length of a visit (focused rows, selections, the list one walks) is the person's own: it goes
 * when they sign out, and when somebody else signs in. What remembers something says here how it is forgotten.
 */
const forgetters = new Set<() => void>()
const recallers = new Set<() => void>()
let visitor: number | null = null

/** Has a memory forgotten at the end of the visit. */
export function forgetAtEnd(forget: () => void) {
  forgetters.add(forget)
}

/** Has a memory of an earlier load of the page read once it is known whose visit it is. */
export function recallAtStart(recall: () => void) {
  recallers.add(recall)
  if (visitor !== null) recall()
}

/** Whose visit it is; null before anybody has signed in. */
export const visitorId = () => visitor

/** Somebody has signed in: the same person finds everything again, somebody else nothing. */
export function startVisit(userId: number) {
  if (visitor === userId) return
  if (visitor !== null) endVisit()
  visitor = userId
  for (const recall of recallers) recall()
}

/** Forgets everything. */
export function endVisit() {
  for (const forget of forgetters) forget()
}
