import { AlertIcon, SyncIcon } from '@primer/octicons-react'
import { ApiFailure, statusText, UnfitReply } from '../../api/client.ts'
import { Button } from './button.tsx'
import styles from './error-panel.module.css'
import { waitText } from './form/use-countdown.ts'
import { isMissingChunk } from './stale-chunks.ts'

const defaultStatus = 500

interface ErrorPanelProps {
  error: unknown
  /** Reloads the page where absent. */
  onRetry?: () => void
  title?: string
}

/** What stands where something could not be loaded: the status code (500 where there is none), its text and a retry button. */
export function ErrorPanel({ error, onRetry = reload, title }: ErrorPanelProps) {
  const { status, text, advice } = describeError(error)
  // A chunk that is missing stays so for this page: only a reload helps.
  const needsReload = isMissingChunk(error)
  return (
    <div className={styles.panel} role="alert">
      <AlertIcon size={24} className={styles.icon} />
      {title ? <p className={styles.title}>{title}</p> : null}
      <p className={styles.status}>
        {status === null ? null : <strong>{status} </strong>}
        {text}
      </p>
      {advice ? <p className={styles.advice}>{advice}</p> : null}
      <Button leadingVisual={SyncIcon} onClick={needsReload ? reload : onRetry}>
        {needsReload ? 'Reload' : 'Retry'}
      </Button>
    </div>
  )
}

const reload = () => window.location.reload()

/** The status code, its text, and what else there is to say to a person. No status stands for what the server has no part in. */
export function describeError(error: unknown): { status: number | null; text: string; advice: string | null } {
  if (error instanceof Error && isMissingChunk(error)) return { status: null, text: error.message, advice: null }
  if (error instanceof UnfitReply) return { status: null, text: error.message, advice: unfitAdvice }
  if (!(error instanceof ApiFailure)) return { status: defaultStatus, text: statusText(defaultStatus), advice: null }
  const status = error.status ?? defaultStatus
  return { status, text: statusText(status), advice: adviceOn(error) }
}

const unfitAdvice = 'The connection is fine. Tell whoever looks after the admin API which call this is.'

function adviceOn({ status, retryAfter, body }: ApiFailure): string | null {
  if (status === null) return 'The server could not be reached, or its answer broke off. Check the connection, then try again.'
  if (status === 403) return 'Your account may not see this. Ask an administrator if you need it.'
  if (retryAfter !== null) return `Wait ${waitText(retryAfter)}, then try again.`
  return body && body.message !== statusText(status) ? body.message : null
}
