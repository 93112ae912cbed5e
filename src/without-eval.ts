import { config } from 'zod'

/**
 * Must run before any schema exists: zod probes whether it may compile code, and the Content-Security-Policy reports
 * each probe, which would hide real reports. The server may compile, and is faster for it.
 */
config({ jitless: true })
