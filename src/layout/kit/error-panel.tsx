import { AlertIcon, SyncIcon } from '@primer/octicons-react'
import { useEffect } from 'react'
import { ApiFailure, statusText, UnfitReply, whyNoReply } from '../../api/client.ts'
import { Button } from './button.tsx'
import { faultTitle, reload } from './error-boundary.tsx'
import styles from './error-panel.module.css'
import { waitText } from './form/use-countdown.ts'
import { isMissingChunk, reloadAfterDeploy } from './stale-chunks.ts'

const defaultStatus = 500

interface ErrorPanelProps {
  error: unknown
  /** Reloads the page by default. */
  onRetry?: () => void
  title?: string
}

/** Replaces what failed to load: the status code (500 if there is none), its text and a retry button. */
export function ErrorPanel({ error, onRetry = reload, title }: ErrorPanelProps) {
  const { status, text, advice } = describeError(error, title === faultTitle)
  // A missing chunk stays missing until the page is reloaded.
  const isMissing = isMissingChunk(error)
  const needsReload = isMissing || (title === faultTitle && status === null)
  useEffect(() => {
    if (isMissing) void reloadAfterDeploy()
  }, [isMissing])
  return (
    <div className={styles.panel} role="alert">
      <AlertIcon size={24} className="danger" />
      {title ? <p className="title-small semibold">{title}</p> : null}
      <p>
        {status === null ? null : <strong>{`${status} `}</strong>}
        <span>{text}</span>
      </p>
      {advice ? <p className={styles.advice}>{advice}</p> : null}
      <Button leadingVisual={SyncIcon} onClick={needsReload ? reload : onRetry}>
        {needsReload ? 'Reload' : 'Retry'}
      </Button>
    </div>
  )
}

/**
 * An error's status code, its text and any advice. Null status if the server isn't involved.
 * @param isFault whether drawing the page failed, rather than a call
 */
export function describeError(error: unknown, isFault = false): { status: number | null; text: string; advice: string | null } {
  if (error instanceof Error && isMissingChunk(error)) return { status: null, text: error.message, advice: null }
  if (error instanceof UnfitReply) return { status: null, text: error.message, advice: unfitAdvice }
  if (isFault && !(error instanceof ApiFailure)) return { status: null, text: 'This part of the page failed.', advice: null }
  if (!(error instanceof ApiFailure)) return { status: defaultStatus, text: statusText(defaultStatus), advice: null }
  const status = error.status ?? defaultStatus
  return { status, text: statusText(status), advice: adviceOn(error) }
}

const unfitAdvice = 'The connection is fine. Tell whoever runs the admin API which call this is.'

function adviceOn({ status, retryAfter, body }: ApiFailure): string | null {
  if (status === null) return `${whyNoReply()} Check the connection, then try again.`
  if (status === 403) return 'Your account doesn’t have access to this. Ask an administrator if you need it.'
  if (retryAfter !== null) return `Wait ${waitText(retryAfter)}, then try again.`
  return body && body.message !== statusText(status) ? body.message : null
}
