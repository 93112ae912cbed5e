import { register } from 'tsx/esm/api'

// Loads TypeScript support, however the thread was started.
register()
await import('./thread.ts')
