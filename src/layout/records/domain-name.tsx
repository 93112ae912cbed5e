import { unicodeDomain } from '../../contract/domains.ts'
import styles from './domain-name.module.css'

/** A domain as stored, with its Unicode form paler beside it. The stored form counts, since letters can look alike. */
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
