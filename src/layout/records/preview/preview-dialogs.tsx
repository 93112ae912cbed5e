import type { RefObject } from 'react'
import { sayNotLoaded } from '../../kit/notice.ts'
import { LazyComponent, useLazy } from '../../kit/lazy-component.ts'

export interface PreviewProps {
  qrId: number
  onClose: () => void
  /** What has focus again afterwards, where that is not what had it before. */
  returnFocusRef?: RefObject<HTMLElement | null>
}

const preview = new LazyComponent(() => import('./qr-preview.tsx').then((module) => module.QrPreview))
const staticContent = new LazyComponent(() => import('./static-content.tsx').then((module) => module.StaticContent))

/** The page that a QR code opens, in a frame, beside its picture (document 2, section 2). Fetched when it is opened first. */
export function QrPreviewDialog(props: PreviewProps) {
  return <Lazy of={preview} {...props} />
}

/** What a text QR code says (document 2, section 2). Fetched when it is opened first. */
export function StaticContentDialog(props: PreviewProps) {
  return <Lazy of={staticContent} {...props} />
}

function Lazy({ of, ...props }: PreviewProps & { of: LazyComponent<PreviewProps> }) {
  const Dialog = useLazy(of, true, () => {
    props.onClose()
    sayNotLoaded()
  })
  // Another QR is another dialog: nothing of the one before stays.
  return Dialog && <Dialog key={props.qrId} {...props} />
}
