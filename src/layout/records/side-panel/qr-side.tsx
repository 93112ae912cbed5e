import { AlertIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { qrDetailsQuery } from '../../../api/details.ts'
import { apiHas } from '../../../api/features.ts'
import { formatCount } from '../../../contract/count.ts'
import { webLink } from '../../../contract/preview.ts'
import { qrPayload } from '../../../contract/qr-payload.ts'
import { staticTypes } from '../../../contract/qr-rules.ts'
import { qrTypeWords } from '../../../contract/qr-type-words.ts'
import { type Qr, type QrRow, qrStatus } from '../../../contract/qrs.ts'
import { Ago } from '../../kit/ago.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Copyable } from '../copyable.tsx'
import { FieldList } from '../field-list.tsx'
import { OutsideLink } from '../outside-link.tsx'
import { QrLink } from '../preview/qr-link.tsx'
import { QrPicture } from '../preview/qr-picture.tsx'
import { qrStatusColours } from '../qr-status-colour.ts'
import { askedNow } from '../record-facts.ts'
import { RecordLink } from '../record-link.tsx'
import { CustomerLink, Fetched, type Head, Part } from './parts.tsx'
import { dayText, ScanBars } from './scan-bars.tsx'
import styles from './side-panel.module.css'

const noData = {}

export function qrHead(qr: QrRow | Qr): Head {
  const status = qrStatus(qr)
  return {
    title: <bdi>{qr.name || `QR ${qr.id}`}</bdi>,
    detail: `#${qr.id} · ${qrTypeWords(qr.type)} · ${qr.uri}`,
    badge: <StatusBadge status={status} colour={qrStatusColours[status]} />,
  }
}

/** A QR: picture and target, whose it is, its scans, the history of its uri. */
export function QrSide({ qr: row, isRested }: { qr: QrRow | Qr; isRested: boolean }) {
  const details = useQuery({ ...qrDetailsQuery(row.id), ...askedNow, enabled: isRested && apiHas('details') })
  // A list's row lacks what a static code says.
  const isStatic = staticTypes.has(row.type)
  const qr = 'data' in row ? row : isStatic ? null : { ...row, data: noData }
  const { data } = details
  return (
    <>
      <div className={styles.content}>
        {row.virus && (
          <p className={styles.alert}>
            <AlertIcon size={16} /> A virus was found where it leads.
          </p>
        )}
        <div className={styles.code}>
          {qr ? <QrPicture qr={qr} size={144} /> : <span className={`skeleton ${styles.noPicture}`} />}
          <dl className={styles.leads}>
            <dt>{isStatic ? 'Says' : 'Address'}</dt>
            <dd>{qr ? <Copyable text={qrPayload(qr)} what={isStatic ? 'content' : 'address'} /> : '…'}</dd>
            {row.content.url !== null && (
              <>
                <dt>Leads to</dt>
                <dd>
                  <Target url={row.content.url} />
                </dd>
              </>
            )}
            {qr && row.type !== 'url' && row.type !== 'urlStatic' && (
              <dd>
                <QrLink qr={qr} />
              </dd>
            )}
          </dl>
        </div>
        <Part title="Scans">
          <p className={styles.figures}>
            <span>
              <strong>{formatCount(row.scans)}</strong> scans
            </span>
            <span>
              <strong>{formatCount(row.visits)}</strong> visits
            </span>
            <span className="muted">{data?.lastScan ? `last on ${dayText(data.lastScan)}` : ''}</span>
          </p>
          {apiHas('details') && (
            <Fetched answer={details} lines={3}>
              {({ days, today }) => <ScanBars days={days} today={today} />}
            </Fetched>
          )}
        </Part>
        <Part title="Details">
          <FieldList
            fields={[
              { label: 'Owner', value: <CustomerLink id={row.user} holder={data?.owner ?? row.owner} /> },
              ...(apiHas('details') ? [{ label: 'Folder', value: data ? (data.folder?.name ?? 'None') : '…' }] : []),
              {
                label: 'Media',
                value: (
                  <RecordLink href={`/qrs/media/${row.id}`}>
                    {data ? (data.media === 0 ? 'No files' : data.media === 1 ? '1 file' : `${data.media} files`) : 'Files'}
                  </RecordLink>
                ),
              },
              { label: 'Whitelisted', value: row.whitelisted ? 'Yes' : 'No' },
              { label: 'Created', value: <Ago at={row.createdAt} /> },
              { label: 'Updated', value: <Ago at={row.updatedAt} /> },
            ]}
          />
        </Part>
        <Part
          title="URI history"
          aside={
            <RecordLink className="small" href={`/qrs/uri?${new URLSearchParams({ searchTerm: row.uri }).toString()}`}>
              Full history
            </RecordLink>
          }
        >
          {apiHas('details') && (
            <Fetched answer={details} lines={1}>
              {({ uris, uriChanges }) =>
                uris.length === 0 ? (
                  <p className="muted fine">Its uri has never been changed.</p>
                ) : (
                  <ul className={styles.entries}>
                    {uris.map(({ id, uri, qrUri, updatedAt }) => (
                      <li key={id}>
                        <span>
                          <s>{uri}</s> → <strong>{qrUri}</strong>
                        </span>
                        <Ago className="muted tabular" at={updatedAt} />
                      </li>
                    ))}
                    {uriChanges > uris.length && <li className="muted">and {formatCount(uriChanges - uris.length)} earlier</li>}
                  </ul>
                )
              }
            </Fetched>
          )}
        </Part>
      </div>
    </>
  )
}

/** Where it leads, as a link if it may be one. */
function Target({ url }: { url: string }) {
  const href = webLink(url)
  return href === null ? (
    <bdi className="breaks">{url}</bdi>
  ) : (
    <OutsideLink href={href} text={url} label={`Open ${url} in a new tab`} title={url} />
  )
}
