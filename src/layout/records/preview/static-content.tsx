import { CopyIcon } from '@primer/octicons-react'
import { Dialog, Textarea } from '@primer/react'
import { whyNotShowStatic } from '../../../contract/qr-rules.ts'
import { copyText } from '../../kit/copy-text.ts'
import { Spinner } from '../../kit/spinner.tsx'
import { type PreviewProps, usePreviewedQr } from './use-previewed-qr.ts'

/** Approximate characters per line in the dialog. */
const lineLength = 55

export function StaticContent(props: PreviewProps) {
  const qr = usePreviewedQr(props)
  const refusal = qr && whyNotShowStatic(qr)
  const text = typeof qr?.data.text === 'string' ? qr.data.text : ''
  const rows = Math.min(18, Math.max(4, text.split('\n').length + Math.ceil(text.length / lineLength)))
  return (
    <Dialog
      title={qr?.name || `QR ${props.qrId}`}
      subtitle="Static content"
      width="large"
      position={{ narrow: 'bottom', regular: 'center' }}
      onClose={props.onClose}
      footerButtons={[
        ...(text !== '' && refusal === null
          ? [{ content: 'Copy', leadingVisual: CopyIcon, onClick: () => void copyText(text, 'text') }]
          : []),
        { content: 'Close', autoFocus: true, onClick: props.onClose },
      ]}
    >
      {qr === null ? (
        <Spinner label="Loading the QR code" />
      ) : refusal !== null ? (
        <p>{refusal}</p>
      ) : text === '' ? (
        <p className="muted">It is empty.</p>
      ) : (
        // Scrolls long text, by keyboard too.
        <Textarea block readOnly resize="vertical" aria-label="Text" rows={rows} value={text} />
      )}
    </Dialog>
  )
}
