import { register } from 'tsx/esm/api'

// Started from anywhere, with whatever options: the thread brings along what reads TypeScript.
register()
await import('./thread.ts')
