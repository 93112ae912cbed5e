// The thread's first file: on Node 20 a worker does not take over its parent's TypeScript loader, nor `--import tsx`.
import { register } from 'tsx/esm/api'

register()
await import('./embedded-worker.ts')
