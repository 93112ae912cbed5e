import { ApiFailure } from '../../api/client.ts'
import { exportProgress } from '../../api/progress.ts'

/** One export at a time. */
export const whyNotExport = () => (exportProgress.get() === null ? null : 'An export is running.')

/** The title of a download's failure: 'The export was interrupted: nothing was saved.' if the connection was lost, else the given one. */
export const failedDownload = (name: 'download' | 'export', otherwise: string) => (error: unknown) =>
  error instanceof ApiFailure && error.status === null ? `The ${name} was interrupted: nothing was saved.` : otherwise
