import { LinkExternalIcon } from '@primer/octicons-react'
import { openAddress } from '../../../contract/preview.ts'
import type { Qr } from '../../../contract/qrs.ts'

/** A link that opens the QR in a new tab; renders nothing without a web address. */
export function QrLink({ qr }: { qr: Qr }) {
  const address = openAddress(qr)
  if (address === null) return null
  return (
    <a className="inline-row gap-4" href={address} target="_blank" rel="noopener noreferrer">
      <LinkExternalIcon /> <span>{qr.type === 'url' || qr.type === 'urlStatic' ? 'Open where it leads' : 'Open the public page'}</span>
    </a>
  )
}
