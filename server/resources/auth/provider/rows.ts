/** A session's refresh token is encrypted for its row alone. */
export const refreshRow = (idHash: string) => `session:${idHash}:refresh`
