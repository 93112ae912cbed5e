import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react'
import { useRef } from 'react'
import { saveFile } from '../../../api/read-file.ts'
import { correctionFor, qrFileName, qrPayload } from '../../../contract/qr-payload.ts'
import type { Qr } from '../../../contract/qrs.ts'
import { Button } from '../../kit/button.tsx'
import { copyText } from '../../kit/copy-text.ts'
import { say } from '../../kit/notice.ts'
import { toastError, toastSuccess } from '../../kit/toasts.tsx'
import styles from './preview.module.css'

/** Pixels of a downloaded PNG: enough for a hand-sized print. */
const pngSize = 1024
/** White margin in modules, as scanners expect. */
const quietZone = 4

/**
 * The QR code as printed, to copy and to download. Black on white in both modes, since many scanners can't read the reverse.
 * @param size in CSS pixels
 */
export function QrPicture({ qr, size = 192 }: { qr: Qr; size?: number }) {
  const svg = useRef<SVGSVGElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const value = qrPayload(qr)
  const level = correctionFor(value)
  if (level === null) return <p className="muted">Its content is too long for a QR code.</p>

  const svgText = () => {
    if (!svg.current) return ''
    const copy = svg.current.cloneNode(true) as SVGSVGElement
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    return new XMLSerializer().serializeToString(copy)
  }
  const png = () =>
    new Promise<Blob>((resolve, reject) => {
      canvas.current?.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))), 'image/png')
    })
  const saveSvg = () => saveFile(new Blob([svgText()], { type: 'image/svg+xml' }), qrFileName(qr, 'svg'))
  const savePng = () =>
    void png().then(
      (blob) => saveFile(blob, qrFileName(qr, 'png')),
      () => toastError('The picture could not be created.', null, 'Download the SVG instead.'),
    )
  const copyPng = async () => {
    try {
      // Given as a promise, or Safari takes it for something nobody pressed.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png() })])
      toastSuccess('Copied the picture.')
    } catch {
      say('The browser blocked copying the picture. Download it instead.')
    }
  }

  return (
    <div className="column gap-8 rigid top">
      <div className={styles.picture}>
        <QRCodeSVG
          ref={svg}
          value={value}
          size={size}
          marginSize={quietZone}
          level={level}
          title={`QR code of ${qr.name || `QR ${qr.id}`}`}
        />
        <QRCodeCanvas ref={canvas} value={value} size={pngSize} marginSize={quietZone} level={level} hidden aria-hidden />
      </div>
      <div className={styles.formats}>
        <Button size="small" onClick={() => void copyPng()}>
          Copy PNG
        </Button>
        <Button size="small" onClick={savePng}>
          Download PNG
        </Button>
        <Button size="small" onClick={() => void copyText(svgText(), 'SVG')}>
          Copy SVG
        </Button>
        <Button size="small" onClick={saveSvg}>
          Download SVG
        </Button>
      </div>
    </div>
  )
}
