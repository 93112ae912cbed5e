import { DownloadIcon } from '@primer/octicons-react'
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react'
import { useRef } from 'react'
import { saveFile } from '../../../api/read-file.ts'
import { Button } from '../../kit/button.tsx'
import { correctionFor, qrFileName, qrPayload } from '../../../contract/qr-payload.ts'
import type { Qr } from '../../../contract/qrs.ts'
import { toastError } from '../../kit/toasts.tsx'
import styles from './preview.module.css'

/** Pixels of a downloaded PNG: enough for a hand-sized print. */
const pngSize = 1024
/** White margin in modules, as scanners expect. */
const quietZone = 4

/** The QR code as printed, with downloads. Black on white in both modes, since many scanners can't read the reverse. */
export function QrPicture({ qr }: { qr: Qr }) {
  const svg = useRef<SVGSVGElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const value = qrPayload(qr)
  const level = correctionFor(value)
  if (level === null) return <p className="muted">What it says is too long for a QR code.</p>

  const saveSvg = () => {
    if (!svg.current) return
    const copy = svg.current.cloneNode(true) as SVGSVGElement
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    saveFile(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }), qrFileName(qr, 'svg'))
  }
  const savePng = () =>
    canvas.current?.toBlob((blob) => {
      if (blob) saveFile(blob, qrFileName(qr, 'png'))
      else toastError('The picture could not be made.', null, 'Download the SVG instead.')
    }, 'image/png')

  return (
    <>
      <div className={styles.picture}>
        <QRCodeSVG
          ref={svg}
          value={value}
          size={192}
          marginSize={quietZone}
          level={level}
          title={`QR code of ${qr.name || `QR ${qr.id}`}`}
        />
        <QRCodeCanvas ref={canvas} value={value} size={pngSize} marginSize={quietZone} level={level} hidden aria-hidden />
      </div>
      <div className="flex gap-8">
        <Button size="small" leadingVisual={DownloadIcon} aria-label="Download as SVG" onClick={saveSvg}>
          SVG
        </Button>
        <Button size="small" leadingVisual={DownloadIcon} aria-label="Download as PNG" onClick={savePng}>
          PNG
        </Button>
      </div>
    </>
  )
}
