import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** A simulated window whose modules load as on a server, so that both ends run in one test. */
const environment: Environment = { ...builtinEnvironments['happy-dom'], name: 'window-on-server', viteEnvironment: 'ssr' }
export default environment
