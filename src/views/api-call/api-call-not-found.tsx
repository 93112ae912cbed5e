import { CodeIcon } from '@primer/octicons-react'
import { Page } from '../../layout/list/page.tsx'
import styles from './api-call.module.css'
import { BackToApiCalls } from './back-to-api-calls.tsx'

const longestId = 40

/** Shown if there is no such call or the path has no valid id. */
export function ApiCallNotFound({ id }: { id: string }) {
  return (
    <>
      <BackToApiCalls />
      <Page title="API call not found">
        <div className={styles.notFound}>
          <CodeIcon size={24} />
          <p>
            There is no API call <strong>#{id.length > longestId ? `${id.slice(0, longestId)}…` : id}</strong>. Look for it among the calls
            of its customer.
          </p>
        </div>
      </Page>
    </>
  )
}
