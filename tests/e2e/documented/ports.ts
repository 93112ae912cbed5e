/** Ports: the product in front of the stand-in API is 2 above the main one, the stand-in 3 above. */
const first = Number(process.env['E2E_PORT'] ?? 4690)

export const consolePort = first + 2
export const adminApiPort = first + 3
