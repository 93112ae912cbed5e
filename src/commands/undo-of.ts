/** The audit id for the undo button, if the server can undo the change. */
export const undoOf = ({ auditId, undoable }: { auditId?: number | undefined; undoable?: boolean | undefined }) =>
  undoable === true && auditId !== undefined ? { auditId } : {}
