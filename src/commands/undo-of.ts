/** The change's name for the undo button, where the server can undo it. */
export const undoOf = ({ auditId, undoable }: { auditId?: number | undefined; undoable?: boolean | undefined }) =>
  undoable === true && auditId !== undefined ? { auditId } : {}
