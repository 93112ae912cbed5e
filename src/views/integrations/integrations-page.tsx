import { Page } from '../../layout/list/page.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { IngestPanel, WaitingPanel } from './ingest-panel.tsx'
import styles from './integrations.module.css'
import { TokensPanel } from './tokens-panel.tsx'
import { WebhooksPanel } from './webhooks-panel.tsx'

/** What connects the product: who may call us, where it hears of what staff decide, what was sent, what came in. */
export function IntegrationsPage() {
  return (
    <Page
      title="Integrations"
      actions={
        <a className={styles.link} href="/docs/api" target="_blank" rel="noopener">
          API reference
        </a>
      }
    >
      <div className={styles.panels}>
        <TokensPanel />
        <WebhooksPanel />
        <DeliveriesPanel />
        <IngestPanel />
        <WaitingPanel />
      </div>
    </Page>
  )
}
