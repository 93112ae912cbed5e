import { PersonIcon, SignInIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { customerOverviewQuery } from '../../api/customer-overview.ts'
import { customerQuery } from '../../api/customers.ts'
import { apiHas } from '../../api/features.ts'
import { noteQuery } from '../../api/notes.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { customerAlerts } from '../../contract/customer-alerts.ts'
import type { CustomerOverview } from '../../contract/customer-overview.ts'
import { readId } from '../../contract/endpoint.ts'
import { useVisit } from '../../layout/commands/recent.ts'
import { usePageRecord } from '../../layout/commands/use-commands.ts'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { Tabs } from '../../layout/kit/tabs.tsx'
import { Page } from '../../layout/list/page.tsx'
import { CommandButton } from '../../layout/menus/command-button.tsx'
import { PageMenu } from '../../layout/menus/page-menu.tsx'
import { Breadcrumb } from '../../layout/records/breadcrumb.tsx'
import { CardSkeleton } from '../../layout/records/card.tsx'
import { customerName } from '../../layout/records/customer-name.tsx'
import { PresenceBar } from '../../layout/records/presence.tsx'
import { customerRecord } from '../../layout/records/recent-record.ts'
import { RecordNotFound, shownId } from '../../layout/records/record-not-found.tsx'
import { AlertLines } from './alert-lines.tsx'
import { CustomerHeading, CustomerLine } from './customer-heading.tsx'
import { CustomerLists } from './customer-lists.tsx'
import styles from './customer-page.module.css'
import { FactsSkeleton, FactsStrip } from './facts-strip.tsx'
import { InfoTab } from './info-tab.tsx'
import { ListTab, type ListTabName } from './list-tabs.tsx'
import { type CustomerTab, customerTabs, tabHref, tabOf } from './search.ts'
import { useFirstPages } from './use-first-pages.ts'

const route = getRouteApi('/app/customers/$id')

/** The page of one customer. */
export function CustomerPage() {
  const text = route.useParams().id
  const id = readId(text)
  return (
    <>
      <Breadcrumb list="/customers" name="Customers">
        {shownId(text)}
      </Breadcrumb>
      {id === null ? <CustomerNotFound id={text} /> : <KnownCustomer key={id} id={id} />}
    </>
  )
}

function KnownCustomer({ id }: { id: number }) {
  const { data: customer, dataUpdatedAt, error, isPending, refetch } = useQuery(customerQuery(id))
  const overview = useOverview(id)
  const note = useQuery(noteQuery(id))
  const isWhole = useIsWhole(!isPending, overview === undefined || note.isPending)
  const target = useMemo<Target | null>(() => (customer ? { type: 'customer', record: customer } : null), [customer])
  // Keys wait for the page's menu, too.
  usePageRecord(isWhole ? target : null, !isWhole)
  const { user } = route.useRouteContext()
  useVisit(
    user.id,
    useMemo(() => (customer ? customerRecord({ ...customer, name: customer.fullName }) : null), [customer]),
  )

  const search = route.useSearch()
  const tab = tabOf(search)
  const shown = isWhole ? customer : undefined
  const now = Math.floor(dataUpdatedAt / 1000)
  const { counts, lastPayment, qrs } = useFirstPages(id, shown !== undefined)

  if (error instanceof ApiFailure && error.status === 404) return <CustomerNotFound id={String(id)} />
  // The same page and tabs before and after it has loaded: whoever is among the tabs stays there.
  return (
    <Page
      title={shown ? customerName(shown) : `Customer #${id}`}
      heading={shown && <CustomerHeading customer={shown} />}
      actions={
        shown &&
        target && (
          <div data-bottom-bar="" className={`flex gap-8 ${styles.actions}`}>
            <PresenceBar record={{ type: 'customer', id }} />
            <CommandButton id="customer.app-login" target={target} icon={SignInIcon}>
              Log in as customer
            </CommandButton>
            <PageMenu target={target} />
          </div>
        )
      }
    >
      {shown ? <CustomerLine customer={shown} /> : <div className={styles.lead} />}
      {error && !shown ? (
        <ErrorPanel error={error} title="Load error, try again" onRetry={() => void refetch()} />
      ) : (
        <Tabs label="About the customer" tabs={tabsOf(id, counts)} current={tab}>
          {!shown || !target ? (
            <CustomerSkeleton tab={tab} />
          ) : tab === 'info' ? (
            <>
              <FactsStrip customer={shown} overview={overview} lastPayment={lastPayment} qrs={qrs} now={now} />
              <AlertLines alerts={customerAlerts(shown, overview ?? null, now)} target={target} />
              <InfoTab customer={shown} search={search} />
            </>
          ) : tab === 'more' ? (
            <CustomerLists customer={shown} shown={search['show']} counts={overview?.counts ?? null} />
          ) : (
            <ListTab key={tab} tab={tab} customerId={id} search={search} />
          )}
        </Tabs>
      )}
    </Page>
  )
}

/** Null if there is none, or it could not be loaded: the page does without. Undefined while it loads. */
function useOverview(id: number): CustomerOverview | null | undefined {
  const isOffered = apiHas('overview')
  const { data, isError } = useQuery({ ...customerOverviewQuery(id), enabled: isOffered })
  return data ?? (isError || !isOffered ? null : undefined)
}

/** How long the page waits, in milliseconds, for what else is above the fold, so that nothing moves when it comes. */
const patience = 1000

/** Whether to show the page: all of it is there, or what is late has had its time. */
function useIsWhole(isThere: boolean, isLacking: boolean): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isThere || isOver) return
    const timer = setTimeout(() => setOver(true), patience)
    return () => clearTimeout(timer)
  }, [isThere, isOver])
  return isThere && (isOver || !isLacking)
}

const tabLabels: Record<CustomerTab, string> = { info: 'Info', payments: 'Payments', invoices: 'Invoices', qrs: 'QRs', more: 'More' }

const tabsOf = (customerId: number, counts: Record<ListTabName, string>) =>
  customerTabs.map((id) => ({
    id,
    label: tabLabels[id],
    count: id === 'info' || id === 'more' ? undefined : counts[id],
    href: tabHref(customerId, id),
  }))

/** What does not depend on the customer, in its place. */
const CustomerSkeleton = ({ tab }: { tab: CustomerTab }) => (
  <div role="status" aria-label="Loading the customer" className="column gap-12">
    {tab === 'info' ? (
      <>
        <FactsSkeleton />
        <div className={styles.cards}>
          <CardSkeleton lines={4} />
          <CardSkeleton lines={8} />
        </div>
      </>
    ) : null}
  </div>
)

function CustomerNotFound({ id }: { id: string }) {
  return (
    <RecordNotFound noun="customer" id={id} icon={PersonIcon}>
      Look them up in the customers list by email, name or company.
    </RecordNotFound>
  )
}
