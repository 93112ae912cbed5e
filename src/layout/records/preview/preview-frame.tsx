import { AlertIcon, SyncIcon } from '@primer/octicons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isPreviewReady, previewFrame, previewHeight, previewMessage, previewTimeout, previewWidth } from '../../../contract/preview.ts'
import type { Qr } from '../../../contract/qrs.ts'
import { Button } from '../../kit/button.tsx'
import { Spinner } from '../../kit/spinner.tsx'
import { useListener } from '../../kit/use-listener.ts'
import styles from './preview.module.css'
import { QrLink } from './qr-link.tsx'

/**
 * The framed page may run scripts, keep its origin (needed to verify its messages) and open links in new tabs. It may
 * not navigate the console, submit forms, download or open dialogs.
 */
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** The QR's public page in a frame; it gets the QR's data once it asks. */
export function PreviewFrame({ qr, publicSiteUrl }: { qr: Qr; publicSiteUrl: string }) {
  const frame = previewFrame(qr, publicSiteUrl)
  const [attempt, setAttempt] = useState(0)
  if (frame === null)
    return (
      <div className={styles.frame}>
        <Fault text="This QR code has no page on the product’s public site." />
      </div>
    )
  return <Attempt key={attempt} qr={qr} {...frame} onRetry={() => setAttempt(attempt + 1)} />
}

/** One load of the frame. Answers once; gives up after eight seconds of silence (ruling 45). */
function Attempt({ qr, src, origin, onRetry }: { qr: Qr; src: string; origin: string; onRetry: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isAnswered = useRef(false)
  const [state, setState] = useState<'loading' | 'shown' | 'silent'>('loading')

  useListener(window, 'message', (event) => {
    const page = frame.current?.contentWindow
    if (!page || event.source !== page || event.origin !== origin || !isPreviewReady(event.data) || isAnswered.current) return
    isAnswered.current = true
    page.postMessage(previewMessage(qr), origin)
    setState('shown')
  })

  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setState('silent'), previewTimeout)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <div className={styles.frame} data-state={state}>
      <iframe
        ref={frame}
        title={`Preview of ${qr.name || `QR ${qr.id}`}`}
        src={src}
        width={previewWidth}
        height={previewHeight}
        sandbox={sandbox}
        referrerPolicy="origin"
      />
      {state === 'loading' && (
        <div className={styles.over}>
          <Spinner label="Loading the preview" />
        </div>
      )}
      {state === 'silent' && (
        <div className={styles.over}>
          <Fault text="The public site did not answer in time.">
            <Button leadingVisual={SyncIcon} onClick={onRetry}>
              Retry
            </Button>
            <QrLink qr={qr} />
          </Fault>
        </div>
      )}
    </div>
  )
}

function Fault({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.fault} role="alert">
      <AlertIcon size={24} className="attention" />
      <p>{text}</p>
      {children}
    </div>
  )
}
