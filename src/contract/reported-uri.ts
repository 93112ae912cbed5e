import { webAddress } from './preview.ts'
import { maxUriLength } from './qrs.ts'

/**
 * The uri of the QR whose public address was reported; null if it isn't one of ours.
 * @param publicSiteUrl base of the public QR addresses
 */
export function reportedUri(url: string, publicSiteUrl: string): string | null {
  const [address, site] = [webAddress(url), webAddress(publicSiteUrl)]
  if (address === null || site === null) return null
  const [reported, own] = [new URL(address), new URL(site)]
  const base = own.pathname.replace(/\/+$/, '')
  // People report the page with or without TLS, so only the host is compared.
  if (reported.host !== own.host || !reported.pathname.startsWith(`${base}/`)) return null
  const uri = reported.pathname.slice(base.length + 1).replace(/\/+$/, '')
  return /^[A-Za-z0-9_-]+$/.test(uri) && uri.length <= maxUriLength ? uri : null
}
