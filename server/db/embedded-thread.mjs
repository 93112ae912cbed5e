// The thread's entry file: on Node 20 a worker doesn't inherit its parent's TypeScript loader or `--import tsx`.
import { register } from 'tsx/esm/api'

register()
await import('./embedded-worker.ts')
