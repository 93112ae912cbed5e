import { config } from 'zod'

/**
 * First of all, before any schema is made: zod looks whether it may make code out of text, and the Content-Security-Policy reports each
 * such try, which would hide the reports that matter. On the server it may, and is faster for it.
 */
config({ jitless: true })
