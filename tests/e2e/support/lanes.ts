/**
 * Workers share nothing, and three keep two cores busy: each has a server with a database of its own,
 * so that no test meets what another one does meanwhile.
 * What runs against the documented API alone has the two ports after those of the first lane.
 */
export const lanes = 3

const first = Number(process.env['E2E_PORT'] ?? 4690)

/** The port of a lane's server; its public site has the next one. */
export const portOfLane = (lane: number) => (lane === 0 ? first : first + 2 + 2 * lane)
export const originOfLane = (lane: number) => `http://localhost:${portOfLane(lane)}`

/** The lane of the worker that this runs in. */
export const ownLane = () => Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)
