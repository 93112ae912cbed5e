import { qrTypeWords } from '../../contract/qr-type-words.ts'
import { useQuery } from '@tanstack/react-query'
import { customerQuery } from '../../api/customers.ts'
import { formatCount } from '../../contract/count.ts'
import { type Qr, qrStatus } from '../../contract/qrs.ts'
import { customerName } from '../records/customer-name.tsx'
import { qrStatusColours } from '../records/qr-status-colour.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { askedNow } from '../records/record-facts.ts'
import { FetchedFact, PreviewFacts, PreviewHead, Spoken } from './preview-parts.tsx'
import styles from './preview.module.css'

/** A QR code's target, owner and status. */
export function PreviewQr({ qr, isRested }: { qr: Qr; isRested: boolean }) {
  const owner = useQuery({ ...customerQuery(qr.user), ...askedNow, enabled: isRested })
  const status = qrStatus(qr)
  const flags = [...(qr.virus ? ['Virus found'] : []), ...(qr.whitelisted ? ['Whitelisted'] : [])]
  return (
    <>
      <PreviewHead
        title={<bdi>{qr.name || qr.uri}</bdi>}
        badge={<StatusBadge status={status} colour={qrStatusColours[status]} />}
        detail={qr.uri}
        id={qr.id}
      />
      <PreviewFacts
        facts={[
          ['Type', qrTypeWords(qr.type)],
          ['Target', qr.content.url && <bdi key="target">{qr.content.url}</bdi>],
          ['Visits', `${formatCount(qr.visits)} (${formatCount(qr.scans)} scans)`],
          [
            'Owner',
            <FetchedFact key="owner" query={owner}>
              {owner.data && <bdi>{`${customerName(owner.data)} · #${owner.data.id}`}</bdi>}
            </FetchedFact>,
          ],
        ]}
      />
      {flags.length > 0 && (
        <ul className={styles.flags} aria-label="Of note">
          {flags.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Spoken text={`Preview: ${[status, qrTypeWords(qr.type), ...flags, `${formatCount(qr.visits)} visits`].join('. ')}`} />
    </>
  )
}
