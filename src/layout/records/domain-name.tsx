import { unicodeDomain } from '../../contract/domains.ts'
import styles from './domains.module.css'

/** A domain as it is stored, and beside it, paler, as people write it: the first is what counts, as letters can look alike. */
export function DomainName({ domain }: { domain: string }) {
  const unicode = unicodeDomain(domain)
  return (
    <>
      {domain}
      {unicode === null ? null : (
        <>
          {' '}
          <bdi className={styles.unicode}>{unicode}</bdi>
        </>
      )}
    </>
  )
}
