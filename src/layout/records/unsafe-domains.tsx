import { Label } from '@primer/react'
import { ReadButton } from './read-dialog.tsx'
import styles from './unsafe-domains.module.css'

interface UnsafeDomainsProps {
  domains: readonly string[]
  /** The address the domains were found behind. */
  url: string
}

/** The unsafe domains behind an address: the first as a chip, all of them in a dialog. */
export function UnsafeDomains({ domains, url }: UnsafeDomainsProps) {
  const [first] = domains
  const more = domains.length - 1
  if (first === undefined) return <span>—</span>
  return (
    <span className={styles.chips}>
      <Label className="can-shrink">
        <bdi translate="no" className="truncate">
          {first}
        </bdi>
      </Label>
      {more > 0 ? (
        <ReadButton
          title="Unsafe domains"
          subtitle={url}
          content={
            <ul className="unspaced breaks indented">
              {domains.map((domain) => (
                <li key={domain}>
                  <bdi translate="no">{domain}</bdi>
                </li>
              ))}
            </ul>
          }
        >
          {(opens) => (
            <button {...opens} type="button" className={styles.more} aria-label={`+${more}: all ${domains.length} unsafe domains`}>
              {`+${more}`}
            </button>
          )}
        </ReadButton>
      ) : null}
    </span>
  )
}
