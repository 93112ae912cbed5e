import { useQueries } from '@tanstack/react-query'
import { deliveriesQuery, ingestQuery, tokensQuery, waitingQuery, webhooksQuery } from '../../api/integrations.ts'
import { Page } from '../../layout/list/page.tsx'
import { PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { DeliveriesPanel, firstDeliveries } from './deliveries-panel.tsx'
import { IngestPanel, WaitingPanel } from './ingest-panel.tsx'
import { TokensPanel } from './tokens-panel.tsx'
import { WebhooksPanel } from './webhooks-panel.tsx'

/** What connects the product: who may call us, where it hears of what staff decide, what was sent, what came in. */
export function IntegrationsPage() {
  // All at once: each panel that grew would push those below it down. One that failed shows so in its panel, which asks again
  // when it mounts: it must not be taken away for that.
  const isPending = useQueries({
    queries: [tokensQuery(), webhooksQuery(), deliveriesQuery(firstDeliveries), ingestQuery(), waitingQuery()],
    combine: (results) => results.some(({ isPending, errorUpdateCount }) => isPending && errorUpdateCount === 0),
  })
  return (
    <Page
      title="Integrations"
      actions={
        <a className="fine" href="/docs/api" target="_blank" rel="noopener">
          API reference
        </a>
      }
    >
      {isPending ? (
        <PanelSkeleton lines={6} />
      ) : (
        <div className="column gap-16 can-shrink">
          <TokensPanel />
          <WebhooksPanel />
          <DeliveriesPanel />
          <IngestPanel />
          <WaitingPanel />
        </div>
      )}
    </Page>
  )
}
