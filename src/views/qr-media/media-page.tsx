import { AppsIcon, TrashIcon } from '@primer/octicons-react'
import { Blankslate } from '@primer/react/experimental'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { qrMediaQuery } from '../../api/media.ts'
import { qrQuery } from '../../api/qrs.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { readId } from '../../contract/endpoint.ts'
import { qrTypeWords } from '../../contract/qr-type-words.ts'
import type { Qr } from '../../contract/qrs.ts'
import { useAsk } from '../../layout/commands/use-ask.ts'
import { useCurrentTarget } from '../../layout/commands/use-commands.ts'
import { Button } from '../../layout/kit/button.tsx'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { Page } from '../../layout/list/page.tsx'
import { PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { PageMenu } from '../../layout/menus/page-menu.tsx'
import { Breadcrumb } from '../../layout/records/breadcrumb.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { RecordNotFound, shownId } from '../../layout/records/record-not-found.tsx'
import { deleteAll, deleteFile, type MediaOwner } from './media-commands.ts'
import { MediaTable } from './media-table.tsx'

const route = getRouteApi('/app/qrs/media/$id')

/** A QR's files, to delete singly or all at once (document 2, section 2). */
export function MediaPage() {
  const text = route.useParams().id
  const id = readId(text)
  return id === null ? <QrNotFound id={text} /> : <KnownMedia key={id} id={id} />
}

const isMissing = (error: Error | null) => error instanceof ApiFailure && error.status === 404

function KnownMedia({ id }: { id: number }) {
  const ask = useAsk()
  const { user } = route.useRouteContext()
  const { data: qr, error: qrError, isPending } = useQuery(qrQuery(id))
  const { data: media, error, refetch } = useQuery(qrMediaQuery(id))
  const target = useMemo<Target | null>(() => (qr && !qr.isPartial ? { type: 'qr', record: qr } : null), [qr])
  useCurrentTarget(target, isPending)

  if (isMissing(error) || isMissing(qrError)) return <QrNotFound id={String(id)} />
  const owner: MediaOwner = { id, name: qr?.name || `QR ${id}` }
  const count = Object.keys(media?.files ?? {}).length
  // Its actions come together, so that none moves another.
  const isAnswered = media !== undefined || error !== null
  const mayDelete = user.capabilities.includes('qrs.media')
  return (
    <>
      <Breadcrumb list="/qrs" name="QR codes">{`#${id}`}</Breadcrumb>
      <Page
        title={`Media of ${owner.name}`}
        heading={
          <>
            Media of <bdi translate="no">{owner.name}</bdi>
          </>
        }
        actions={
          <>
            {mayDelete && count > 0 && !isPending ? (
              <Button variant="danger" leadingVisual={TrashIcon} onClick={() => ask(deleteAll(owner, count))}>
                Delete all
              </Button>
            ) : null}
            {target && isAnswered ? <PageMenu target={target} /> : null}
          </>
        }
      >
        {qr && !qr.isPartial && isAnswered ? <QrLine qr={qr} /> : null}
        {media === undefined && error ? (
          <ErrorPanel error={error} title="Load error, try again" onRetry={() => void refetch()} />
        ) : media === undefined || isPending ? (
          // Both at once: the line would push down what is there already.
          <div role="status" aria-label="Loading the files" className="card">
            <PanelSkeleton lines={4} />
          </div>
        ) : count === 0 ? (
          <Blankslate size="small" border spacious>
            <Blankslate.Description>No data found for this QR</Blankslate.Description>
          </Blankslate>
        ) : (
          <MediaTable files={media.files} onDelete={mayDelete ? (key) => ask(deleteFile(owner, key)) : null} />
        )}
      </Page>
    </>
  )
}

/** The QR and its owner. */
function QrLine({ qr }: { qr: Qr }) {
  return (
    <p className="flex wrap muted fine breaks gap-4-16">
      <span>{`QR #${qr.id}`}</span>
      <span>{qrTypeWords(qr.type)}</span>
      <span>{qr.uri}</span>
      <RecordLink href={`/customers/${qr.user}`}>{`Customer #${qr.user}`}</RecordLink>
    </p>
  )
}

function QrNotFound({ id }: { id: string }) {
  return (
    <>
      <Breadcrumb list="/qrs" name="QR codes">
        {shownId(id)}
      </Breadcrumb>
      <RecordNotFound noun="QR code" id={id} icon={AppsIcon}>
        Look it up by its URI or name in the list of QR codes.
      </RecordNotFound>
    </>
  )
}
