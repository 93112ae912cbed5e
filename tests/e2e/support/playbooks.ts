import type { Page } from '@playwright/test'
import type { PlaybookInput, PlaybookStep } from '../../../src/contract/playbooks.ts'
import { StaffApi } from './staff-api.ts'

export const staffOf = (page: Page, baseURL: string | undefined) => new StaffApi(page.request, baseURL ?? '')

export const step = (command: string, args: PlaybookStep['args'] = {}, side?: PlaybookStep['side']): PlaybookStep => ({
  command,
  args,
  ...(side && { side }),
})
export const note = (text: string) => step('customer.add-note', { text })

export const keep = (staff: StaffApi, playbook: Partial<PlaybookInput> & Pick<PlaybookInput, 'name' | 'steps'>) =>
  staff.do({ method: 'POST', path: '/playbooks', body: { type: 'customer', keys: null, isShared: false, ...playbook } })

/** Deletes all that the tests have made. */
export const forget = async (staff: StaffApi) => {
  for (const { id } of await staff.rows<{ id: number }>('/playbooks')) await staff.do({ method: 'DELETE', path: `/playbooks/${id}` })
}
