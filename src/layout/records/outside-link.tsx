import { webLink } from '../../contract/preview.ts'
import { MiddleCut } from '../kit/middle-cut.tsx'

interface OutsideLinkProps {
  href: string
  /** Shown, cut to one line if there is no room. */
  text: string
  label: string
  title?: string
}

/** A link to a page outside the console, which opens in a new tab. Only for addresses that were checked. */
export function OutsideLink({ href, text, label, title }: OutsideLinkProps) {
  return (
    <a className="outside-link" href={href} target="_blank" rel="noopener noreferrer" aria-label={label} title={title}>
      <MiddleCut text={text} />
    </a>
  )
}

/** The same if it is a web address. Any other stays text, as what is unsafe to open does; a dash if there is none. */
export function WebAddress({ url, label = `Open in a new tab: ${url}` }: { url: string | null; label?: string }) {
  const href = webLink(url)
  if (!url || href === null) return url ? <MiddleCut text={url} /> : <span>—</span>
  return <OutsideLink href={href} text={url} label={label} />
}
