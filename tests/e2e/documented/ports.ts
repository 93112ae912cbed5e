/** The product in front of a stand-in admin API listens two ports after the product itself, the stand-in one after that. */
const first = Number(process.env['E2E_PORT'] ?? 4690)

export const consolePort = first + 2
export const adminApiPort = first + 3
