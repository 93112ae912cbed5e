/**
 * The number of parallel workers; three keep two cores busy. Each has its own server and database, so that tests of
 * different workers cannot affect each other. Tests against the documented API use the two ports after those of the first lane.
 */
export const lanes = 3

const first = Number(process.env['E2E_PORT'] ?? 4690)

/** The port of a lane's server. Its public site uses the next port. */
export const portOfLane = (lane: number) => (lane === 0 ? first : first + 2 + 2 * lane)
export const originOfLane = (lane: number) => `http://localhost:${portOfLane(lane)}`

/** The lane of the current worker. */
export const ownLane = () => Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)
