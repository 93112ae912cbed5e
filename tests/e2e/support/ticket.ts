import { expect, type Page } from '@playwright/test'
import type { CustomerRow } from '../../../src/contract/customers.ts'
import type { Hands } from './hands.ts'
import type { Records } from './records.ts'
import type { StaffApi } from './staff-api.ts'

/** Everything needed to work on a ticket. */
export interface Desk<H extends Hands = Hands> {
  page: Page
  hands: H
  staff: StaffApi
  records: Records
  /** Distinguishes the queues of one run, for records that can be created only once. */
  queue: string
  /** The customers of the tickets so far: nobody comes twice. */
  taken: Set<number>
}

/** A ticket as it lies on the desk: its record is there, and nothing has been pressed. */
export interface Task {
  /** Looks up, reads, acts. Resolves once the outcome is shown. */
  work: () => Promise<unknown>
  /** The audit rows that it leaves, oldest first: 'customer.ban customer 400'. Any other would be something nobody wanted. */
  changes: readonly string[]
  /** Takes away what was prepared for it, after its changes are compared. */
  tidyUp?: () => Promise<unknown>
  /** The texts of the demo that are shown, and what stands for them in a transcript. */
  names: readonly (readonly [text: string, name: string])[]
}

export interface Ticket<H extends Hands = Hands> {
  /** What the ticket says. */
  says: string
  prepare: (desk: Desk<H>) => Promise<Task>
}

export const escaped = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

const isOrdinary = (row: CustomerRow) =>
  !row.deleted && !row.banned && row.fullName !== '' && row.subscriptionStatus !== 'soft_deleted' && row.stripeCustomerId !== null

/** Subscribed, which is what their page says first. */
export const isSubscribed = ({ status }: CustomerRow) => status === 'active'

/** An ordinary customer that fits. */
export async function customerFor({ staff, taken }: Desk, fits: (row: CustomerRow) => boolean): Promise<CustomerRow> {
  const row = await staff.customerWhere((each) => isOrdinary(each) && !taken.has(each.id) && fits(each))
  taken.add(row.id)
  return row
}

export const namesOf = ({
  fullName,
  companyName,
  stripeCustomerId,
}: Pick<CustomerRow, 'fullName' | 'companyName' | 'stripeCustomerId'>): Task['names'] => [
  [companyName === null ? fullName : `${fullName} — ${companyName}`, 'customer'],
  [fullName, 'customer'],
  ...(companyName ? [[companyName, 'company'] as const] : []),
  ...(stripeCustomerId ? [[stripeCustomerId, 'reference'] as const] : []),
]

/** Waits for the success message. */
export async function told({ page, hands }: Desk, text: string): Promise<void> {
  await expect(page.getByRole('listitem').filter({ hasText: text }).first()).toBeVisible()
  await hands.afterStep('done')
}

/** Looks up a customer by one of the texts in the ticket, and reads the heading, as a person does before acting. */
export async function lookUp({ page, hands }: Desk, row: CustomerRow, by: string): Promise<void> {
  await hands.lookUp(by, escaped(row.email))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText(row.fullName)
}

/** The rows that the audit trail has gained since, oldest first. */
export async function changesSince(staff: StaffApi, last: number): Promise<string[]> {
  const rows = await staff.rows<{ id: number; action: string; targetType: string; targetId: number }>('/audit?perPage=50')
  return rows
    .filter(({ id }) => id > last)
    .map(({ action, targetType, targetId }) => `${action} ${targetType} ${targetId}`)
    .toReversed()
}

export const newestChange = async (staff: StaffApi) => (await staff.rows<{ id: number }>('/audit?perPage=10'))[0]?.id ?? 0
