/**
 * What the console remembers during a visit (focused rows, selections, the list being walked) is personal: cleared on
 * sign-out and when somebody else signs in. Each memory registers here how to forget.
 */
const forgetters = new Set<() => void>()
const recallers = new Set<() => void>()
let visitor: number | null = null

/** Clears a memory when the visit ends. */
export function forgetAtEnd(forget: () => void) {
  forgetters.add(forget)
}

/** Restores a memory from an earlier page load once the visitor is known. */
export function recallAtStart(recall: () => void) {
  recallers.add(recall)
  if (visitor !== null) recall()
}

/** The visitor's user id; null before the first sign-in. */
export const visitorId = () => visitor

/** Somebody signed in: the same person keeps all memories, anybody else starts empty. */
export function startVisit(userId: number) {
  if (visitor === userId) return
  if (visitor !== null) endVisit()
  visitor = userId
  for (const recall of recallers) recall()
}

export function endVisit() {
  for (const forget of forgetters) forget()
}
