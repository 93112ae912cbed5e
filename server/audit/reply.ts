const reply = (isUndoable: boolean) => (auditId: number | null) => ({
  success: true as const,
  ...(auditId === null ? {} : { auditId, undoable: isUndoable }),
})

/** The reply to a change that can be undone; null if nothing changed. */
export const undoable = reply(true)

/** The reply to a change that can't be undone; null if nothing changed. */
export const final = reply(false)
