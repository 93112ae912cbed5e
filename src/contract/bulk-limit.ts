/** Most records in a whole bulk change. By itself, as lists need no more of bulk changes to be painted. */
export const bulkLimit = 10_000
