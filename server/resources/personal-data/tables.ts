import { type SQL, sql } from 'drizzle-orm'
import { foldText } from '../../../src/contract/fold.ts'
import type { PersonalKind } from '../../../src/contract/personal-data.ts'
import { withoutText } from '../../audit/personal-text.ts'
import { auditTrail, outboxOf } from './audit-trail.ts'

/** The person whose data it is. */
export interface Person {
  id: number
  /** Their addresses in lower case, as other records may contain them. Empty if the person is already erased. */
  emails: readonly string[]
  /** Text that names them, in lower case: addresses and full name. */
  terms: readonly string[]
  /** What replaces their address. */
  standIn: string
  /** Unix seconds. */
  now: number
}

/** What a table holds about a customer, and what happens to it when the person is erased. */
export interface CustomerTable {
  /** The condition for the customer's rows. */
  rows: (person: Pick<Person, 'id' | 'emails' | 'terms'>) => SQL
  /** Columns that belong to somebody else; not exported. */
  omit?: readonly string[]
  /** What its rows count as before the person is erased. */
  kind?: PersonalKind
  /** Statements that erase the person. Absent if the table holds nothing personal, or the law requires keeping it. */
  erase?: (person: Person) => SQL[]
}

const ofUser = ({ id }: { id: number }) => sql`user_id = ${id}`
const ownQrs = ({ id }: { id: number }) => sql`(select q.id from qrs q where q.user_id = ${id})`
const ownPayments = ({ id }: { id: number }) => sql`(select p.id from payments p where p.user_id = ${id})`
const ofQrs = (person: { id: number }) => sql`qr_id in ${ownQrs(person)}`
const byEmail = ({ emails }: Pick<Person, 'emails'>, column: SQL) => sql`lower(${column}) = any(${sql.param([...emails])}::text[])`
const named = ({ id }: { id: number }) =>
  sql`(select e.external_id from external_records e where e.resource = 'customers' and e.record_id = ${id} union select ${String(id)})`

/** A table whose rows belong only to the customer and are deleted with them. */
const removed = (table: string, rows: CustomerTable['rows'], more: Omit<CustomerTable, 'rows' | 'erase'> = {}): CustomerTable => ({
  ...more,
  rows,
  erase: (person) => [sql`delete from ${sql.identifier(table)} where ${rows(person)}`],
})

/** A table whose rows are kept, since nothing in them identifies the person. */
const kept = (rows: CustomerTable['rows'], more: Omit<CustomerTable, 'rows' | 'erase'> = {}): CustomerTable => ({ ...more, rows })

/** Invitations that the person received. Those sent by others are kept, without the address. */
const invited = (person: Pick<Person, 'id' | 'emails'>) => sql`user_id = ${person.id} or ${byEmail(person, sql`email`)}`

/**
 * Everything stored about a customer, by table name; exported and erased in this order. A test fails if a table is
 * neither here nor in `leftOutTables`.
 */
export const customerTables: Readonly<Record<string, CustomerTable>> = {
  // First, because it finds its rows through others that are about to be deleted.
  audit_log: {
    rows: (person) => sql`id in (${auditTrail(person)})`,
    omit: ['actor_id', 'actor_email', 'ip'],
    erase: (person) => [
      ...outboxOf(person),
      sql`update audit_log set before = ${withoutText(sql`before`)}, after = ${withoutText(sql`after`)}, reversible = false
        where id in (${auditTrail(person)})`,
    ],
  },
  customers: { rows: ({ id }) => sql`id = ${id}` },
  customer_notes: removed('customer_notes', ofUser, { kind: 'notes' }),
  billing_data: removed('billing_data', ofUser),
  subscription_changes: kept(ofUser),
  payments: {
    rows: ofUser,
    kind: 'payments',
    erase: ({ id, standIn }) => [sql`update payments set email = ${standIn}, ip = null where user_id = ${id}`],
  },
  refunds: {
    rows: (person) => sql`payment_id in ${ownPayments(person)}`,
    omit: ['staff_id', 'staff_email', 'ip'],
    erase: (person) => [sql`update refunds set reason = null where payment_id in ${ownPayments(person)}`],
  },
  provider_events: kept(
    ({ id }) => sql`subject in (select p.stripe_payment_intent_id from payments p where p.user_id = ${id}
      union all select c.stripe_customer_id from customers c where c.id = ${id})`,
  ),
  // The file contains the name, so the invoice gets a new link; the file is made again on demand.
  invoices: {
    rows: ofUser,
    kind: 'invoices',
    erase: ({ id, standIn, now }) => [
      sql`insert into retired_files (storage_key, retired_at) select 'invoices/' || link || '.pdf', ${now}::bigint from invoices
        where user_id = ${id} on conflict do nothing`,
      sql`delete from invoice_reuploads where invoice_id in (select i.id from invoices i where i.user_id = ${id})`,
      sql`update invoices set link = gen_random_uuid()::text, billing = case when jsonb_typeof(billing) = 'object' then billing ||
        jsonb_build_object('company_name', null, 'vat_number', null, 'tax_id', null, 'firstname', '', 'lastname', '', 'street', '',
          'zip', '', 'city', '', 'email', ${standIn}::text) end where user_id = ${id}`,
    ],
  },
  folders: { rows: ofUser, erase: ({ id }) => [sql`update folders set name = '', name_key = '' where user_id = ${id}`] },
  qr_media: {
    rows: ofQrs,
    kind: 'files',
    erase: (person) => [
      sql`insert into retired_files (storage_key, retired_at) select storage_key, ${person.now}::bigint from qr_media
        where ${ofQrs(person)} on conflict do nothing`,
      // Their ids contain the file's key, which customers choose.
      sql`delete from external_records e using qr_media m join external_records q on q.resource = 'qrs' and q.record_id = m.qr_id
        where e.resource = 'media' and e.external_id = q.external_id || '/' || m.key and m.qr_id in ${ownQrs(person)}`,
      sql`delete from qr_media where ${ofQrs(person)}`,
    ],
  },
  uri_history: removed('uri_history', ofQrs),
  infected_qrs: removed('infected_qrs', ofQrs),
  webrisk: {
    rows: (person) => sql`user_id = ${person.id} or ${ofQrs(person)} or ${byEmail(person, sql`email`)}`,
    erase: (person) => [
      sql`delete from webrisk where user_id = ${person.id} or ${ofQrs(person)}`,
      sql`update webrisk set email = null where ${byEmail(person, sql`email`)}`,
    ],
  },
  webrisk_tracker: removed('webrisk_tracker', (person) => sql`user_id = ${person.id} or ${ofQrs(person)}`),
  qr_daily_scans: kept(ofQrs),
  waiting_rows: removed(
    'waiting_rows',
    (person) => sql`resource = 'customers' and external_id in ${named(person)} or row ->> 'customer' in ${named(person)}
      or row ->> 'account' in ${named(person)} or row ->> 'qr' in (select e.external_id from external_records e
        where e.resource = 'qrs' and e.record_id in ${ownQrs(person)})`,
  ),
  // Codes count in the figures. Their URIs are printed, so nobody else may get them.
  qrs: {
    rows: ofUser,
    kind: 'qrs',
    erase: ({ id, now }) => [
      sql`update qrs set name = '', name_key = '', content = '{}', status = 0, updated_at = greatest(updated_at, ${now}::bigint),
        version = version + 1 where user_id = ${id} and (name <> '' or content <> '{}' or status <> 0)`,
    ],
  },
  customer_domains: removed('customer_domains', ofUser, { kind: 'domains' }),
  invitations: {
    rows: (person) => sql`owner_id = ${person.id} or ${invited(person)}`,
    kind: 'invitations',
    erase: (person) => [
      sql`delete from invitations where owner_id = ${person.id}`,
      sql`update invitations set email = ${person.standIn} where ${invited(person)}`,
    ],
  },
  events: removed('events', ofUser, { kind: 'events' }),
  email_activity: removed('email_activity', ofUser, { kind: 'emails' }),
  feedback: removed('feedback', ofUser, { kind: 'feedback' }),
  api_calls: removed('api_calls', ({ id }) => sql`owner = ${id}`, { kind: 'apiCalls' }),
  // Their steps may contain notes, and reasons of refunds.
  playbook_runs: removed('playbook_runs', ({ id }) => sql`customer_id = ${id}`, { omit: ['staff_id', 'staff_email', 'ip'] }),
  // One that waits could not be made any more; one that is being made is this very erasure.
  approvals: {
    rows: ({ id }) => sql`customer_id = ${id}`,
    omit: ['staff_id', 'staff_email', 'staff_name', 'ip', 'decided_by_id', 'decided_by_email', 'decided_by_name', 'policies'],
    erase: ({ id, standIn }) => [
      sql`update approvals set target_name = ${standIn}, body = '{}', before = null, after = null, reason = null, matters = '[]',
        answer = case when state = 'open' then 'The personal data is erased.' end,
        state = case when state = 'open' then 'void' else state end where customer_id = ${id}`,
    ],
  },
  // What was typed may be a name.
  missing_words: removed('missing_words', ({ terms }) => sql`text = any(${sql.param(terms.map(foldText))}::text[])`, {
    omit: ['staff_id'],
  }),
  // That staff opened a record is about staff. The address that somebody searched for is the person's.
  views: {
    rows: (person) => byEmail(person, sql`text`),
    omit: ['staff_id', 'staff_email', 'session', 'ip'],
    erase: (person) => [sql`update views set text = null where ${byEmail(person, sql`text`)}`],
  },
  app_sessions: removed('app_sessions', ofUser),
  app_login_tokens: removed('app_login_tokens', ofUser, { omit: ['token_hash', 'staff_id'] }),
  abuse_reports: {
    rows: (person) => byEmail(person, sql`email`),
    erase: (person) => [sql`update abuse_reports set email = ${person.standIn}, reason = '' where ${byEmail(person, sql`email`)}`],
  },
  external_records: kept(({ id }) => sql`resource = 'customers' and record_id = ${id}`),
}

const staffs = 'about staff, not customers'
const totals = 'totals over all customers'
const own = 'the embedded payment provider’s own records; a real provider keeps its own too'

/** Tables that are not exported, with the reason. */
export const leftOutTables: Readonly<Record<string, string>> = {
  audit_seals: 'hashes of the audit trail; what they could be compared with is erased together with it',
  outbox: 'copies of the audit trail to be delivered to the product; erased together with it',
  webhook_deliveries: 'when each of those was delivered; the product’s replies are erased too',
  changes: 'which records changed, kept for six hours',
  used_uris: 'addresses that must not be used again; those of the customer’s codes are in qrs and uri_history',
  audited_qrs: 'ids of codes, needed to undo bulk changes; the changes themselves are in the audit trail',
  retired_files: 'names of files that are about to be deleted',
  invoice_reuploads: 'invoices whose file is being created',
  invoice_counters: totals,
  qr_counts: 'how many codes each customer has; the codes themselves are in qrs',
  qr_count_changes: 'changes to those counts that are not added up yet',
  figure_marks: 'which days, customers and codes changed a moment ago',
  daily_figures: totals,
  daily_totals: totals,
  daily_discounts: totals,
  ads_costs: totals,
  ingest_counts: totals,
  imports: 'how far each file was imported',
  left_out_indexes: 'about indexes of the database',
  stripe_syncs: 'how far the payment provider’s records were imported',
  coupons: 'the same for all customers',
  blacklisted_domains: 'domains that belong to no customer',
  whitelisted_domains: 'domains that belong to no customer',
  app_state: 'about the database itself',
  webhook_endpoints: 'addresses of the product',
  playbooks: 'lists of commands; their texts have blanks in place of what is a customer’s',
  words: 'what words mean to the team',
  policy_tables: 'who may do what alone',
  playbook_marks: 'which changes were made by steps of playbooks; the changes themselves are in the audit trail',
  service_tokens: staffs,
  staff: staffs,
  sessions: staffs,
  known_browsers: staffs,
  sign_in_challenges: staffs,
  passkeys: staffs,
  passkey_challenges: staffs,
  recovery_codes: staffs,
  sign_in_links: staffs,
  provider_sign_ins: staffs,
  provider_accounts: staffs,
  rate_limits: staffs,
  presence: staffs,
  sandbox_customers: own,
  sandbox_subscriptions: own,
  sandbox_payments: own,
  sandbox_refunds: own,
  sandbox_coupons: own,
  sandbox_requests: own,
}
