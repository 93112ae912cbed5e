import { unicodeDomain } from '../../contract/domains.ts'

/** A domain as stored, with its Unicode form paler beside it. The stored form counts, since letters can look alike. */
export function DomainName({ domain }: { domain: string }) {
  const unicode = unicodeDomain(domain)
  return (
    <>
      <span translate="no">{domain}</span>{' '}
      {unicode === null ? null : (
        <bdi translate="no" className="muted after-8 regular">
          {unicode}
        </bdi>
      )}
    </>
  )
}
