import { parentPort } from 'node:worker_threads'
import { drawInvoice } from './draw.ts'
import type { FromThread, ToThread } from './maker.ts'

const port = parentPort
if (port === null) throw new Error('this is the thread of the invoice maker')

port.on('message', ({ id, document }: ToThread) => {
  drawInvoice(document).then(
    ({ pdf, spelled }) => {
      // Copied because a pooled buffer can't be transferred.
      const bytes = new Uint8Array(pdf)
      port.postMessage({ id, bytes, spelled } satisfies FromThread, [bytes.buffer])
    },
    (error: unknown) => {
      const reason = error instanceof Error ? String(error.stack) : String(error)
      port.postMessage({ id, reason } satisfies FromThread)
    },
  )
})
