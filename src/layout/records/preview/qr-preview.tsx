import { Dialog } from '@primer/react'
import { useRef } from 'react'
import { qrPayload } from '../../../contract/qr-payload.ts'
import { staticTypes } from '../../../contract/qr-rules.ts'
import { qrTypeWords } from '../../../contract/qr-type-words.ts'
import { type Qr, qrStatus } from '../../../contract/qrs.ts'
import { Spinner } from '../../kit/spinner.tsx'
import { useCurrentUser } from '../../session/session.ts'
import { Copyable } from '../copyable.tsx'
import styles from './preview.module.css'
import { PreviewFrame } from './preview-frame.tsx'
import { QrLink } from './qr-link.tsx'
import { QrPicture } from './qr-picture.tsx'
import { type PreviewProps, usePreviewedQr } from './use-previewed-qr.ts'

export function QrPreview(props: PreviewProps) {
  const { publicSiteUrl } = useCurrentUser()
  const qr = usePreviewedQr(props)
  const body = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      title={qr?.name || `QR ${props.qrId}`}
      subtitle={qr ? `${qrTypeWords(qr.type)} · ${qrStatus(qr)} · #${qr.id}` : 'Preview'}
      width="min(46rem, calc(100vw - 2rem))"
      position={{ narrow: 'bottom', regular: 'center' }}
      initialFocusRef={body}
      onClose={props.onClose}
    >
      <div ref={body} tabIndex={-1} className={styles.preview}>
        {qr ? (
          <>
            <PreviewFrame qr={qr} publicSiteUrl={publicSiteUrl} />
            <div className="column gap-12 can-shrink stretchy">
              <QrPicture qr={qr} />
              <Facts qr={qr} />
            </div>
          </>
        ) : (
          <div className={styles.frame}>
            <div className={styles.over}>
              <Spinner label="Loading the QR code" />
            </div>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Facts({ qr }: { qr: Qr }) {
  const isStatic = staticTypes.has(qr.type)
  return (
    <>
      <dl className={styles.facts}>
        <dt>{isStatic ? 'Content' : 'Address'}</dt>
        <dd>
          <Copyable text={qrPayload(qr)} what={isStatic ? 'content' : 'address'} />
        </dd>
        {qr.content.url !== null && (
          <>
            <dt>Leads to</dt>
            <dd className={styles.target}>{qr.content.url}</dd>
          </>
        )}
      </dl>
      <QrLink qr={qr} />
    </>
  )
}
