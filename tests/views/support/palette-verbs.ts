import { screen } from '@testing-library/react'
import { rememberRecord } from '../../../src/layout/commands/recent.ts'
import { type Call, enterText, openPalette, press, user } from '../palette-harness.tsx'
import { aCustomer } from './customer.ts'

export const ana = aCustomer({ id: 8812, email: 'ana@cafesol.es', status: 'trialing', subscriptionStatus: 'trialing' })
export const remembered = () =>
  rememberRecord(user.id, { type: 'customer', id: 8812, label: 'Ana Ruiz', detail: 'ana@cafesol.es', href: '/customers/8812' })

type Find = (path: RegExp) => Promise<Call>
export const answerAna = async (call: Find, facts = ana) => (await call(/GET \/customers\/8812$/)).answer(facts)
export async function enterVerb(text: string) {
  await openPalette()
  enterText(text)
  press('Enter')
  await screen.findByText(/^Choose the /)
}
