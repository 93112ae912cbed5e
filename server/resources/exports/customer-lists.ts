import { type CustomerDomainRow, listAllDomains } from '../../../src/contract/customer-domains.ts'
import { accountState } from '../../../src/contract/customer-status.ts'
import { type CustomerRow, listCustomers } from '../../../src/contract/customers.ts'
import { type FeedbackRow, listFeedback, listNotes, type NoteRow } from '../../../src/contract/notes.ts'
import { customerRow, customerSource } from '../customers/queries.ts'
import { customerDomainSource } from '../domains/queries.ts'
import { feedbackSource } from '../feedback/queries.ts'
import { noteRow, noteSource } from '../notes/queries.ts'
import type { CsvColumn } from '../sales/csv.ts'
import { countryCode, instant, yesNo } from './cells.ts'
import { listExport } from './list-export.ts'

const customerColumns: readonly CsvColumn<CustomerRow>[] = [
  { header: 'Name', value: ({ fullName }) => fullName },
  { header: 'Company', value: ({ companyName }) => companyName },
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'Country', value: ({ country }) => countryCode(country) },
  { header: 'Created', value: ({ createdAt }) => instant(createdAt) },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Account', value: accountState },
  { header: 'Plan', value: ({ planName }) => planName },
  { header: 'Trial plan', value: ({ trialPlan }) => yesNo(trialPlan) },
  { header: 'Discount %', value: ({ discount }) => discount },
  { header: 'Subscription status', value: ({ subscriptionStatus }) => subscriptionStatus },
  { header: 'Requires action', value: ({ subscriptionInfo }) => yesNo(subscriptionInfo.requiresAction) },
  { header: 'Will cancel', value: ({ subscriptionInfo }) => yesNo(subscriptionInfo.willCancel) },
  { header: 'Archived', value: ({ archived }) => yesNo(archived) },
  { header: 'Whitelisted', value: ({ whitelisted }) => yesNo(whitelisted) },
  { header: 'Two-factor', value: ({ is2faEnabled }) => yesNo(is2faEnabled) },
  { header: 'Referred by', value: ({ referredBy }) => referredBy },
  { header: 'Note', value: ({ hasNote }) => yesNo(hasNote) },
  { header: 'Provider id', value: ({ stripeCustomerId }) => stripeCustomerId },
]

export const customersExport = listExport(listCustomers, {
  source: (query, { database, now }) => customerSource(database.orm, query, now()),
  toRow: (selected) => customerRow(selected),
  columns: customerColumns,
})

const noteColumns: readonly CsvColumn<NoteRow>[] = [
  { header: 'Name', value: ({ fullName }) => fullName },
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'Note', value: ({ note }) => note },
  { header: 'Author', value: ({ authorName }) => authorName },
  { header: 'Written', value: ({ createdAt }) => instant(createdAt) },
]

export const notesExport = listExport(listNotes, { source: noteSource, toRow: noteRow, columns: noteColumns, idHeader: 'Customer id' })

const feedbackColumns: readonly CsvColumn<FeedbackRow>[] = [
  { header: 'Customer id', value: ({ user }) => user },
  { header: 'Reason', value: ({ reasonType }) => reasonType },
  { header: 'Feedback', value: ({ note }) => note },
  { header: 'Created', value: ({ createdAt }) => instant(createdAt) },
]

export const feedbackExport = listExport(listFeedback, { source: feedbackSource, toRow: (row) => row, columns: feedbackColumns })

const domainColumns: readonly CsvColumn<CustomerDomainRow>[] = [
  { header: 'Hostname', value: ({ hostname }) => hostname },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Certificate', value: ({ certificate }) => certificate },
  { header: 'Main', value: ({ main }) => yesNo(main) },
  { header: 'Customer id', value: ({ user }) => user },
  { header: 'Created', value: ({ createdAt }) => instant(createdAt) },
]

export const customerDomainsExport = listExport(listAllDomains, {
  source: customerDomainSource,
  toRow: (row) => row,
  columns: domainColumns,
})
