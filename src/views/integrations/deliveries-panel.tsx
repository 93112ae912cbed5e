import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { deliveriesQuery, deliveryQuery, resendMutation } from '../../api/integrations.ts'
import { type DeliveryState, deliveryStates } from '../../contract/delivery-states.ts'
import type { Delivery } from '../../contract/webhooks.ts'
import { Ago } from '../../layout/kit/ago.tsx'
import { Button } from '../../layout/kit/button.tsx'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { Tabs } from '../../layout/kit/tabs.tsx'
import { Panel, PanelError, PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { ReadDialog } from '../../layout/records/read-dialog.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import styles from './integrations.module.css'
import type { IntegrationsSearch } from './route.ts'
import { useChange } from './use-change.ts'

const route = getRouteApi('/app/integrations')

export const deliveryWords: Record<DeliveryState, string> = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' }
const stateColours = { pending: 'warning', delivered: 'success', failed: 'danger' } as const

const hrefOf = (state?: DeliveryState) => (state ? `/integrations?state=${state}` : '/integrations')

/** What the panel shows at first. */
export const firstDeliveries = { page: 1, perPage: 10 }

/** What was sent to the product, and what became of it. */
export function DeliveriesPanel() {
  const change = useChange()
  const navigate = useNavigate()
  const { state, page = 1 } = route.useSearch()
  const result = useQuery(deliveriesQuery({ ...firstDeliveries, page, ...(state ? { state } : {}) }))
  const [shown, setShown] = useState<Delivery | null>(null)
  const opener = useRef<HTMLElement>(null)
  const again = ({ id, event }: Delivery) => void change(resendMutation(), { id }, `${event} is sent again.`)
  const show = (delivery: Delivery, button: HTMLElement) => {
    opener.current = button
    setShown(delivery)
  }
  const tabs = [
    { id: 'all', label: 'All', href: hrefOf() },
    ...deliveryStates.map((id) => ({ id, label: deliveryWords[id], href: hrefOf(id) })),
  ]
  return (
    <Panel isReady title="Deliveries">
      {() => (
        <>
          <Tabs label="Deliveries by state" tabs={tabs} current={state ?? 'all'}>
            <PanelRows
              label="Deliveries"
              result={result}
              columns={columnsOf(show, again)}
              emptyText={state ? `No delivery is ${deliveryWords[state].toLowerCase()}.` : 'Nothing has been sent yet.'}
              onPage={(to) =>
                void navigate({
                  to: '.',
                  search: ((before: IntegrationsSearch) => ({ ...before, page: to === 1 ? undefined : to })) as never,
                  resetScroll: false,
                })
              }
            />
          </Tabs>
          {shown ? <DeliveryDialog delivery={shown} opener={opener} onClose={() => setShown(null)} /> : null}
        </>
      )}
    </Panel>
  )
}

const columnsOf = (
  show: (delivery: Delivery, button: HTMLElement) => void,
  again: (delivery: Delivery) => void,
): readonly PanelColumn<Delivery>[] => [
  { header: 'Event', cell: ({ event }) => <code>{event}</code> },
  { header: 'Record', cell: ({ record }) => <RecordOf record={record} /> },
  {
    header: 'State',
    cell: ({ state }) => <StatusBadge status={state} label={deliveryWords[state].toLowerCase()} colour={stateColours[state]} />,
  },
  { header: 'Decided', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { header: 'Attempts', align: 'end', cell: ({ tries }) => tries },
  { header: 'Last response', text: answerOf, cell: answerOf },
  {
    header: 'Actions',
    cell: (delivery) => (
      <span className="inline-row gap-4">
        <Button
          size="small"
          aria-label={`Details of delivery ${delivery.id}`}
          onClick={({ currentTarget }) => show(delivery, currentTarget)}
        >
          Details
        </Button>
        <Button size="small" aria-label={`Send delivery ${delivery.id} again`} onClick={() => again(delivery)}>
          Send again
        </Button>
      </span>
    ),
  },
]

const answerOf = ({ status, error, lastAt }: Delivery) => error ?? (lastAt === null ? 'Not tried yet' : `OK (${status})`)

function RecordOf({ record: { type, id } }: Pick<Delivery, 'record'>) {
  const text = `${type} ${id}`
  return type === 'customer' ? <RecordLink href={`/customers/${id}`}>{text}</RecordLink> : text
}

interface DeliveryDialogProps {
  delivery: Delivery
  opener: React.RefObject<HTMLElement | null>
  onClose: () => void
}

function DeliveryDialog({ delivery: { id, event }, opener, onClose }: DeliveryDialogProps) {
  const { data, error, refetch } = useQuery(deliveryQuery(id))
  return (
    <ReadDialog title={event} subtitle={`Delivery ${id}`} width="xlarge" button={opener} onClose={onClose}>
      {data ? (
        <div className="column gap-12">
          <h3 className="fine semibold">Sent</h3>
          <pre className={styles.code}>{JSON.stringify(JSON.parse(data.body), null, 2)}</pre>
          <h3 className="fine semibold">{`Answered${data.status === null ? '' : ` (${data.status})`}`}</h3>
          <pre className={styles.code}>{data.answer || data.error || 'Nothing.'}</pre>
        </div>
      ) : error ? (
        <PanelError error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={6} />
      )}
    </ReadDialog>
  )
}
