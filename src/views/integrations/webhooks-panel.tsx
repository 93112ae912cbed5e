import { TrashIcon } from '@primer/octicons-react'
import { Checkbox } from '@primer/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  createWebhookMutation,
  deleteWebhookMutation,
  testWebhookMutation,
  updateWebhookMutation,
  webhooksQuery,
} from '../../api/integrations.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { formatCount } from '../../contract/count.ts'
import { productEventNames, productEvents } from '../../contract/product-events.ts'
import { type WebhookEndpoint, WebhookEndpointInput } from '../../contract/webhooks.ts'
import { useAsk } from '../../layout/commands/use-ask.ts'
import { Ago } from '../../layout/kit/ago.tsx'
import { Button } from '../../layout/kit/button.tsx'
import { EditForm, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { messagesOf } from '../../layout/kit/form/field-errors.ts'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { say } from '../../layout/kit/notice.ts'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { toastError, toastSuccess } from '../../layout/kit/toasts.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { Choices } from './choices.tsx'
import styles from './integrations.module.css'
import { MakerPanel } from './maker-panel.tsx'
import { useChange } from './use-change.ts'

/** Where the product hears of what staff decide. */
export function WebhooksPanel() {
  const client = useQueryClient()
  const result = useQuery(webhooksQuery())
  const ask = useAsk()
  const change = useChange()

  const test = async ({ id, url }: WebhookEndpoint) => {
    try {
      const { error, status } = await runMutation(client, testWebhookMutation(), { id })
      if (error === null) toastSuccess(`The test arrived (${status}): ${url}`)
      else say(`The test did not arrive at ${url}. ${error}`)
    } catch (error) {
      toastError('The test could not be sent.', error)
    }
  }
  const turn = ({ id, url, disabledAt }: WebhookEndpoint) =>
    change(
      updateWebhookMutation(),
      { id, isOn: disabledAt !== null },
      disabledAt === null ? `Switched off: ${url}. Staff decisions wait.` : `Switched on: ${url}. Waiting decisions are sent.`,
    )
  const remove = ({ id, url, pending }: WebhookEndpoint) =>
    ask({
      id: `webhook.delete-${id}`,
      title: 'Remove this webhook?',
      section: 'Integrations',
      icon: TrashIcon,
      needs: 'integrations.manage',
      body: `${url} will receive nothing more. ${pending === 0 ? 'Nothing is waiting for it.' : `${formatCount(pending)} waiting deliveries will be dropped.`}`,
      confirmLabel: 'Remove webhook',
      run: async (queryClient) => {
        await runMutation(queryClient, deleteWebhookMutation(), { id })
        return { message: `Webhook removed: ${url}.` }
      },
    })

  return (
    <MakerPanel
      title="Webhooks"
      button="Add webhook"
      Form={WebhookForm}
      secret={{ what: 'signing secret', use: 'Your product uses it to verify that messages are ours.' }}
    >
      <PanelRows
        label="Webhooks"
        result={result}
        columns={columnsOf({ test, turn, remove })}
        emptyText="No webhooks yet. Add your product’s endpoint to tell it about staff decisions."
      />
    </MakerPanel>
  )
}

interface RowActions {
  test: (endpoint: WebhookEndpoint) => Promise<void>
  turn: (endpoint: WebhookEndpoint) => Promise<void>
  remove: (endpoint: WebhookEndpoint) => void
}

const columnsOf = ({ test, turn, remove }: RowActions): readonly PanelColumn<WebhookEndpoint>[] => [
  { header: 'Address', text: ({ url }) => url, cell: ({ url }) => url },
  {
    header: 'Events',
    cell: ({ events }) => (
      <span title={events.join(', ')}>{events.length === 0 ? 'All' : `${events.length} of ${productEventNames.length}`}</span>
    ),
  },
  { header: 'State', cell: (endpoint) => <State endpoint={endpoint} /> },
  { header: 'Waiting', align: 'end', cell: ({ pending }) => formatCount(pending) },
  { header: 'Failed', align: 'end', cell: ({ failed }) => formatCount(failed) },
  {
    header: 'Actions',
    cell: (endpoint) => (
      <span className="inline-row gap-4">
        <Button size="small" aria-label={`Send a test to ${endpoint.url}`} onClick={() => void test(endpoint)}>
          Test
        </Button>
        <Button
          size="small"
          aria-label={`${endpoint.disabledAt === null ? 'Switch off' : 'Switch on'} ${endpoint.url}`}
          onClick={() => void turn(endpoint)}
        >
          {endpoint.disabledAt === null ? 'Switch off' : 'Switch on'}
        </Button>
        <Button size="small" aria-label={`Remove ${endpoint.url}`} onClick={() => remove(endpoint)}>
          Remove
        </Button>
      </span>
    ),
  },
]

/** On, failing, or off with the reason. */
function State({ endpoint: { disabledAt, disabledReason, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (disabledAt !== null)
    return (
      <span title={disabledReason ?? undefined}>
        <StatusBadge status="off" colour="danger" /> <span className="note">{disabledReason}</span>
      </span>
    )
  if (failingSince === null) return <StatusBadge status="on" colour="success" />
  return (
    <>
      <StatusBadge status="failing" colour="warning" /> <Ago at={failingSince} says="since" className="note" />
    </>
  )
}

const events = productEventNames.map((value) => ({ value, label: value, title: productEvents[value].meaning }))

/** @param onClose gets the secret of what was added; null if nothing was */
function WebhookForm({ onClose }: { onClose: (secret: string | null) => void }) {
  const client = useQueryClient()
  const [url, setUrl] = useState('')
  const [isAll, setAll] = useState(true)
  const [chosen, setChosen] = useState<WebhookEndpointInput['events']>([])
  const urlRef = useRef<HTMLInputElement>(null)
  useFocusOnMount(urlRef)
  const form = useEditForm({ fields: ['url', 'events'], isChanged: url !== '', leave: () => onClose(null) })
  const save = () => {
    const read = WebhookEndpointInput.safeParse({ url, events: isAll ? [] : [...chosen] })
    const errors = messagesOf<'url' | 'events'>(read.error)
    if (!isAll && chosen.length === 0) errors.events = 'Choose at least one event.'
    const isGood = read.success && Object.keys(errors).length === 0
    void form.save(isGood ? null : errors, async () => {
      if (read.success) onClose((await runMutation(client, createWebhookMutation(), read.data)).secret)
      return false
    })
  }
  return (
    <EditForm label="Add webhook" form={form} onSave={save} saveLabel="Add webhook">
      <TextField
        ref={urlRef}
        name="url"
        label="Address"
        hint="Your product’s https endpoint."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        value={url}
        error={form.errors.url ?? null}
        onChange={(event) => setUrl(event.target.value)}
      />
      <label className={styles.choice}>
        <Checkbox checked={isAll} onChange={({ target }) => setAll(target.checked)} />
        Send all events, including those added later
      </label>
      {isAll ? null : (
        <Choices
          name="events"
          label="Events"
          choices={events}
          chosen={chosen}
          onChange={(next) => setChosen([...next])}
          error={form.errors.events}
        />
      )}
    </EditForm>
  )
}
