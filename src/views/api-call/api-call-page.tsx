import { CodeIcon, TerminalIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { apiCallQuery } from '../../api/api-calls.ts'
import { ApiFailure } from '../../api/client.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { type ApiCall, type HttpHeaders, urlOfCall } from '../../contract/api-calls.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { readId } from '../../contract/endpoint.ts'
import { usePageRecord } from '../../layout/commands/use-commands.ts'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { Page } from '../../layout/list/page.tsx'
import { CommandButton } from '../../layout/menus/command-button.tsx'
import { PageMenu } from '../../layout/menus/page-menu.tsx'
import { Breadcrumb } from '../../layout/records/breadcrumb.tsx'
import { Card, CardSkeleton } from '../../layout/records/card.tsx'
import { Copyable } from '../../layout/records/copyable.tsx'
import { HttpStatus } from '../../layout/records/http-status.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { RecordNotFound, shownId } from '../../layout/records/record-not-found.tsx'
import styles from './api-call.module.css'
import { BodyBlock } from './body-block.tsx'

/** Facts shown above request and response, in the documented order (document 2, section 2). */
function ApiCallFacts({ call }: { call: ApiCall }) {
  return (
    <dl className={styles.facts} aria-label="The call">
      <Fact label="Created">{formatDateTime(call.createdAt)}</Fact>
      <Fact label="Owner">
        <RecordLink href={`/customers/${call.owner}`}>{`Customer #${call.owner}`}</RecordLink>
      </Fact>
      <Fact label="Method">{call.method}</Fact>
      <Fact label="URL">
        <Copyable text={urlOfCall(call)} what="URL" command="api-call.copy-url" />
      </Fact>
      <Fact label="Status">
        <HttpStatus statusCode={call.statusCode} />
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="column can-shrink gap-2 within">
      <dt className="note">{label}</dt>
      <dd className="can-shrink breaks leading-24 high-24">{children}</dd>
    </div>
  )
}

interface ExchangeProps {
  title: string
  /** The beginning of its files' names. */
  fileName: string
  headers: HttpHeaders
  body: string
  /** Shown above both. */
  children?: ReactNode
}

/** One side of a call: headers and body. */
function Exchange({ title, fileName, headers, body, children }: ExchangeProps) {
  const headerText = Object.keys(headers).length === 0 ? '' : JSON.stringify(headers, null, 2)
  return (
    <Card title={title}>
      {children}
      <BodyBlock label={`${title} headers`} fileName={`${fileName}-headers`} text={headerText} />
      <BodyBlock label={`${title} body`} fileName={`${fileName}-body`} text={body} />
    </Card>
  )
}

const route = getRouteApi('/app/api-calls/$id')

/** One call to the public API: request and response (document 2, section 2). */
export function ApiCallPage() {
  const text = route.useParams().id
  const id = readId(text)
  return id === null ? <ApiCallNotFound id={text} /> : <KnownApiCall key={id} id={id} />
}

function KnownApiCall({ id }: { id: number }) {
  const { data: call, error, isPending, refetch } = useQuery(apiCallQuery(id))
  const target = useMemo(() => (call ? targetOf(call) : null), [call])
  usePageRecord(target, isPending)

  if (error instanceof ApiFailure && error.status === 404) return <ApiCallNotFound id={String(id)} />
  return (
    <>
      <Breadcrumb list="/api-calls" name="API calls">{`#${id}`}</Breadcrumb>
      <Page
        title={`API call ${id}`}
        heading={call ? <Heading call={call} /> : undefined}
        actions={
          target ? (
            <>
              <CommandButton id="api-call.copy-curl" target={target} icon={TerminalIcon}>
                Copy as cURL
              </CommandButton>
              <PageMenu target={target} />
            </>
          ) : null
        }
      >
        {call ? (
          <>
            <ApiCallFacts call={call} />
            <div className="beside">
              <Exchange title="Request" fileName={`api-call-${id}-request`} headers={call.requestHeaders} body={call.requestBody} />
              <Exchange title="Response" fileName={`api-call-${id}-response`} headers={call.responseHeaders} body={call.responseBody}>
                <dl className="fine" aria-label="The answer">
                  <Fact label="Response time">{`${call.responseTime} ms`}</Fact>
                </dl>
              </Exchange>
            </div>
          </>
        ) : error ? (
          <ErrorPanel error={error} title="Load error, try again" onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label="Loading the API call" className="beside">
            <CardSkeleton lines={8} />
            <CardSkeleton lines={8} />
          </div>
        )}
      </Page>
    </>
  )
}

/** What commands need of a call, without its bodies, which can be megabytes. */
function targetOf({ id, owner, method, path, query, previousId, nextId }: ApiCall): Target {
  return { type: 'api-call', record: { id, owner, method, path, query, previousId, nextId } }
}

function Heading({ call }: { call: ApiCall }) {
  return (
    <span className="inline-row wrap can-shrink gap-4-8">
      <span className="muted">{call.method}</span>
      <bdi translate="no" className="breaks" title={urlOfCall(call)}>
        {call.path}
      </bdi>
      <HttpStatus statusCode={call.statusCode} />
    </span>
  )
}

function ApiCallNotFound({ id }: { id: string }) {
  return (
    <>
      <Breadcrumb list="/api-calls" name="API calls">
        {shownId(id)}
      </Breadcrumb>
      <RecordNotFound noun="API call" id={id} icon={CodeIcon}>
        Look for it among its customer’s calls.
      </RecordNotFound>
    </>
  )
}
