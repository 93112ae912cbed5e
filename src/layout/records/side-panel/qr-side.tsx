import { Banner } from '@primer/react'
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
import preview from '../preview/preview.module.css'
import { QrLink } from '../preview/qr-link.tsx'
import { QrPicture } from '../preview/qr-picture.tsx'
import { qrStatusColours } from '../qr-status-colour.ts'
import { lookupOptions } from '../record-facts.ts'
import { RecordLink } from '../record-link.tsx'
import { CustomerLink, Entries, Fetched, type Head, Part, type SideProps } from './parts.tsx'
import { dayText, ScanBars } from './scan-bars.tsx'
import styles from './side-panel.module.css'

/** In CSS pixels. */
const pictureSize = 144

export function qrHead(qr: QrRow | Qr): Head {
  const status = qrStatus(qr)
  return {
    title: <bdi translate="no">{qr.name || `QR ${qr.id}`}</bdi>,
    detail: `#${qr.id} · ${qrTypeWords(qr.type)} · ${qr.uri}`,
    badge: <StatusBadge status={status} colour={qrStatusColours[status]} />,
  }
}

/** A QR: picture and target, whose it is, its scans, the history of its uri. */
export function QrSide({ record: row, isRested }: SideProps<QrRow | Qr>) {
  const details = useQuery({ ...qrDetailsQuery(row.id), ...lookupOptions, enabled: isRested && apiHas('details') })
  // A list's row lacks what a static code says.
  const isStatic = staticTypes.has(row.type)
  const qr = 'data' in row ? row : isStatic ? null : { ...row, data: {} }
  const { data } = details
  return (
    <>
      {row.virus && <Banner variant="warning" layout="compact" title="A virus was found where it leads." />}
      <div className="flex wrap gap-16">
        {qr ? <QrPicture qr={qr} size={pictureSize} /> : <span className="skeleton" style={{ width: pictureSize, height: pictureSize }} />}
        <dl className={`${preview.facts} fine can-shrink stretchy`}>
          <dt>{isStatic ? 'Content' : 'Address'}</dt>
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
            <strong>{formatCount(row.scans)}</strong> {row.scans === 1 ? 'scan' : 'scans'} in all
          </span>
          <span>
            <strong>{formatCount(row.visits)}</strong> {row.visits === 1 ? 'visit' : 'visits'}
          </span>
          <span className="muted">{data?.lastScan ? `last on ${dayText(data.lastScan)}` : ''}</span>
        </p>
        {row.scans > 0 && (
          <Fetched answer={details} lines={3}>
            {({ days, today }) => <ScanBars days={days} today={today} />}
          </Fetched>
        )}
      </Part>
      <Part title="Details">
        <FieldList
          fields={[
            { label: 'Owner', value: <CustomerLink id={row.user} holder={data?.owner ?? row.owner} /> },
            apiHas('details') && { label: 'Folder', value: data ? (data.folder?.name ?? 'None') : '…' },
            {
              label: 'Media',
              value: <RecordLink href={`/qrs/media/${row.id}`}>{filesText(data?.media)}</RecordLink>,
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
        <Fetched answer={details} lines={1}>
          {({ uris, uriChanges }) => (
            <Entries
              none="No URI changes."
              last={uriChanges > uris.length && <li className="muted">{`and ${formatCount(uriChanges - uris.length)} earlier`}</li>}
            >
              {uris.map(({ id, uri, qrUri, updatedAt }) => (
                <li key={id}>
                  <span>
                    <s>{uri}</s> → <strong>{qrUri}</strong>
                  </span>
                  <Ago className="muted" at={updatedAt} />
                </li>
              ))}
            </Entries>
          )}
        </Fetched>
      </Part>
    </>
  )
}

function filesText(count: number | undefined): string {
  if (count === undefined) return 'Files'
  return count === 1 ? '1 file' : `${count === 0 ? 'No' : count} files`
}

/** Where it leads, as a link if it may be one. */
function Target({ url }: { url: string }) {
  const href = webLink(url)
  return href === null ? (
    <bdi translate="no" className="breaks">
      {url}
    </bdi>
  ) : (
    <OutsideLink href={href} text={url} label={`Open ${url} in a new tab`} title={url} />
  )
}
