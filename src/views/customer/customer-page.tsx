import { AlertIcon, InfoIcon, PersonIcon, SignInIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readId } from '../../contract/endpoint.ts'
import { ApiFailure } from '../../api/client.ts'
import { customerQuery } from '../../api/customers.ts'
import type { Target } from '../../commands/command.ts'
import type { Customer } from '../../contract/customers.ts'
import { customerRecord } from '../../layout/commands/recent.ts'
import { CommandButton } from '../../layout/menus/command-button.tsx'
import { PageMenu } from '../../layout/menus/page-menu.tsx'
import { usePageRecord } from '../../layout/commands/use-commands.ts'
import { useVisit } from '../../layout/commands/use-visit.ts'
import { CardSkeleton } from '../../layout/records/card.tsx'
import { customerName, CustomerName } from '../../layout/records/customer-name.tsx'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { Page } from '../../layout/list/page.tsx'
import { Tabs } from '../../layout/kit/tabs.tsx'
import { InfoTab } from './info-tab.tsx'
import { ListTab } from './list-tabs.tsx'
import styles from './customer-page.module.css'
import { type CustomerTab, customerTabs, tabHref, tabOf } from './search.ts'
import { useTabCounts } from './use-tab-counts.ts'
import { BackTo } from '../../layout/records/breadcrumb.tsx'
import { RecordNotFound } from '../../layout/records/record-not-found.tsx'
import { flagsOf, planText } from '../../layout/records/customer-facts.ts'
import { statusColour } from '../../contract/customer-status.ts'
import { Copyable } from '../../layout/records/copyable.tsx'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'

/** Name and status. */
function CustomerHeading({ customer }: { customer: Customer }) {
  return (
    <span className={styles.heading}>
      <span className={styles.name} title={customerName(customer)}>
        <CustomerName customer={customer} />
      </span>
      <StatusBadge status={customer.status} colour={statusColour(customer.status)} />
    </span>
  )
}

/** Plan, e-mail and id; the last two can be copied. */
function CustomerLine({ customer }: { customer: Customer }) {
  return (
    <div className={styles.line}>
      <span className="medium">{planText(customer)}</span>
      <Copyable text={customer.email} what="e-mail">
        <a href={`mailto:${encodeURIComponent(customer.email).replaceAll('%40', '@')}`}>{customer.email}</a>
      </Copyable>
      <Copyable text={String(customer.id)} what="id">
        #{customer.id}
      </Copyable>
    </div>
  )
}

/** Flags of a customer; renders nothing if there are none. */
function CustomerFlags({ customer }: { customer: Customer }) {
  const flags = flagsOf(customer)
  if (flags.length === 0) return null
  return (
    <ul className={styles.flags} aria-label="Of note">
      {flags.map(({ text, isWarning }) => (
        <li key={text} className={styles.flag} data-warning={isWarning || undefined}>
          {isWarning ? <AlertIcon size={14} /> : <InfoIcon size={14} />}
          {text}
        </li>
      ))}
    </ul>
  )
}

const route = getRouteApi('/app/customers/$id')

/** The page of one customer. */
export function CustomerPage() {
  const text = route.useParams().id
  const id = readId(text)
  return id === null ? <CustomerNotFound id={text} /> : <KnownCustomer key={id} id={id} />
}

function KnownCustomer({ id }: { id: number }) {
  const { data: customer, error, isPending, refetch } = useQuery(customerQuery(id))
  const target = useMemo<Target | null>(() => (customer ? { type: 'customer', record: customer } : null), [customer])
  usePageRecord(target, isPending)
  const { user } = route.useRouteContext()
  useVisit(
    user.id,
    useMemo(() => (customer ? customerRecord({ ...customer, name: customer.fullName }) : null), [customer]),
  )

  if (error instanceof ApiFailure && error.status === 404) return <CustomerNotFound id={String(id)} />
  if (customer && target) return <CustomerView customer={customer} target={target} />
  return (
    <>
      <BackTo list="/customers" name="Customers" />
      <Page title={`Customer #${id}`}>
        {error ? <ErrorPanel error={error} title="Load error, try again" onRetry={() => void refetch()} /> : <CustomerSkeleton />}
      </Page>
    </>
  )
}

function CustomerView({ customer, target }: { customer: Customer; target: Target }) {
  const search = route.useSearch()
  const tab = tabOf(search)
  const counts = useTabCounts(customer.id)
  const tabs = customerTabs.map((id) => ({ id, label: tabLabels[id], count: counts[id], href: tabHref(customer.id, id) }))
  return (
    <>
      <BackTo list="/customers" name="Customers" />
      <Page
        title={customerName(customer)}
        heading={<CustomerHeading customer={customer} />}
        actions={
          <div className={styles.actions}>
            <CommandButton id="customer.app-login" target={target} icon={SignInIcon}>
              Log in as customer
            </CommandButton>
            <PageMenu target={target} />
          </div>
        }
      >
        <CustomerLine customer={customer} />
        <CustomerFlags customer={customer} />
        <Tabs label="About the customer" tabs={tabs} current={tab}>
          {tab === 'info' ? (
            <InfoTab customer={customer} search={search} />
          ) : (
            <ListTab key={tab} tab={tab} customerId={customer.id} search={search} />
          )}
        </Tabs>
      </Page>
    </>
  )
}

const tabLabels: Record<CustomerTab, string> = { info: 'Info', payments: 'Payments', invoices: 'Invoices', qrs: 'QRs' }

function CustomerSkeleton() {
  return (
    <div role="status" aria-label="Loading the customer">
      <div className={styles.waitingTop} />
      <div className={styles.cards}>
        <div className="column gap-16 can-shrink">
          <CardSkeleton lines={20} />
        </div>
        <div className="column gap-16 can-shrink">
          <CardSkeleton lines={20} />
        </div>
        <div className="column gap-16 can-shrink">
          <CardSkeleton lines={4} />
          <CardSkeleton lines={2} />
          <CardSkeleton lines={10} />
        </div>
      </div>
    </div>
  )
}

function CustomerNotFound({ id }: { id: string }) {
  return (
    <>
      <BackTo list="/customers" name="Customers" />
      <RecordNotFound noun="customer" id={id} icon={PersonIcon}>
        Look the person up by e-mail, name or company in the customers list.
      </RecordNotFound>
    </>
  )
}
