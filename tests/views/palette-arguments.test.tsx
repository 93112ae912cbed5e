import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Target } from '../../src/commands/engine/targets.ts'
import { closePalette } from '../../src/layout/commands/palette-state.ts'
import { questions } from '../../src/layout/commands/questions.ts'
import { qr } from '../commands/samples.ts'
import { chosenRow, enterText, found, holdCalls, luis, luisWith, openPalette, press, renderConsole, rows } from './palette-harness.tsx'
import { remembered } from './support/palette-verbs.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  closePalette()
  cleanup()
  questions.set([])
  vi.unstubAllGlobals()
})

const onTrial = luisWith({ subscriptionStatus: 'trialing', status: 'trialing', discount: 20, googleId: 'g' })
const payment: Target = {
  type: 'payment',
  record: {
    id: 501,
    createdAt: Date.UTC(2026, 10, 15, 12) / 1000,
    userId: 5,
    email: 'luis@prat.es',
    ref: 'R-501',
    stripePaymentIntentId: 'pi_501',
    amount: 1990,
    amountRefunded: 490,
    currency: 'eur',
    stripePaymentIntentStatus: 'succeeded',
    stripeInvoiceStatus: 'paid',
    stripeDisputeStatus: null,
    refundInProgress: false,
  },
}

/** Opens the palette on a record and runs a command. */
async function runInPalette(target: Target, text: string) {
  await renderConsole(target)
  await openPalette()
  enterText(text)
  press('Enter')
}

/** The step's input, once focused. */
async function stepInput(label: string) {
  const input = await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
  await waitFor(() => expect(document.activeElement).toBe(input))
  return input
}

async function enter(label: string, text: string) {
  fireEvent.change(await stepInput(label), { target: { value: text } })
  press('Enter')
}

const isOpen = () => screen.queryByRole('dialog', { name: 'Palette' }) !== null
const posted = (calls: readonly { method: string }[]) => calls.filter(({ method }) => method !== 'GET')

test('a number: command and target stay on top, the error is below, the last step shows the effect', async () => {
  const { call, calls } = holdCalls()
  await runInPalette(onTrial, 'extend trial')
  await enter('Days', '1.5')
  const frame = screen.getByRole('dialog')
  expect(frame.textContent).toContain('Extend trial')
  expect(frame.textContent).toContain('Luis Prat (luis@prat.es, #5)')
  expect(frame.textContent).toContain('1 to 365 days')
  expect(screen.getByText('Must be a whole number from 1 to 365.')).toBeDefined()
  await enter('Days', '30')
  expect(frame.textContent).toMatch(/The trial of Luis Prat \(luis@prat.es, #5\) ends on .*Extend by 30 days/)
  expect(frame.textContent).toContain('This cannot be undone.')
  expect(calls.filter(({ path }) => path.includes('trial'))).toEqual([])
  // It gives something, and red is for what is lost.
  expect((await screen.findByRole('button', { name: 'Extend by 30 days' })).dataset['variant']).toBe('primary')
  press('Enter')
  expect(screen.getByText('Nothing changed. Press Ctrl+Enter to extend by 30 days.')).toBeDefined()
  press('Enter', { ctrlKey: true, repeat: true })
  expect(posted(calls)).toEqual([])
  press('Enter', { ctrlKey: true })
  press('Enter', { ctrlKey: true })
  fireEvent.click(screen.getByRole('button', { name: /Extend by 30 days/ }))
  const extend = await call(/POST \/customers\/5\/trial\/extend/)
  expect(extend.body).toEqual({ days: 30, version: 1 })
  await extend.answer({ success: true, triallingEndsAt: 1_797_000_000 })
  await screen.findByText('Trial extended: Luis Prat, until 11-12-2026.')
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(posted(calls)).toHaveLength(1)
})

test('a choice: typing filters, a disabled option shows why, Escape goes back step by step to the list', async () => {
  holdCalls()
  await runInPalette(onTrial, 'reset oauth')
  await stepInput('Login by')
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(chosenRow()).toContain('Google')
  expect(screen.getByRole('option', { selected: true }).getAttribute('aria-disabled')).toBe('false')
  fireEvent.change(await stepInput('Login by'), { target: { value: 'face' } })
  expect(screen.getByRole('option', { selected: true }).getAttribute('aria-disabled')).toBe('true')
  expect(rows()).toEqual(['Facebookunavailable: No Facebook login.'])
  press('Enter')
  expect(screen.getByText('Unavailable: No Facebook login.')).toBeDefined()
  fireEvent.change(await stepInput('Login by'), { target: { value: '' } })
  press('Enter')
  await screen.findByText(/can no longer sign in to the app by Google/)
  press('Escape')
  await stepInput('Login by')
  expect(chosenRow()).toContain('Google')
  press('Escape')
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Find or run a command' }).value).toBe('reset oauth'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')))
  press('Escape')
  await waitFor(() => expect(isOpen()).toBe(false))
})

test('a Next button works without an Enter key', async () => {
  holdCalls()
  await runInPalette(onTrial, 'extend trial')
  fireEvent.change(await stepInput('Days'), { target: { value: '2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('button', { name: 'Extend by 2 days' })).toBeDefined()
})

test('arrow keys select an option', async () => {
  const { call } = holdCalls()
  await runInPalette(onTrial, 'change the discount')
  await (await call(/coupons/)).answer([
    { name: 'TEN', percent_off: 10 },
    { name: 'TWENTY', percent_off: 20 },
    { name: 'FIFTY', percent_off: 50 },
  ])
  await waitFor(() => expect(rows()).toHaveLength(3))
  await stepInput('Coupon')
  press('ArrowUp')
  expect(chosenRow()).toContain('50 %')
  press('Enter')
  await screen.findByText(/discount of 20 % → discount of 50 %/)
  expect(screen.getByRole('dialog').textContent).toContain('Can be undone for 10 minutes.')
})

test('a refund: a failure is shown in place, the input is kept, and a retry uses the same idempotency key', async () => {
  const { call, calls } = holdCalls()
  await runInPalette(payment, 'refund')
  await waitFor(() => expect(rows()).toEqual(['Everything left: 15,00 €', 'Partial refund']))
  await stepInput('Amount')
  press('ArrowDown')
  press('Enter')
  await enter('Partial amount', '15,01')
  expect(screen.getByText('At most 15,00 € can be refunded.')).toBeDefined()
  expect((await stepInput('Partial amount')).value).toBe('15,01')
  await enter('Partial amount', '5')
  await enter('Reason', 'Broken')
  const frame = screen.getByRole('dialog')
  expect(frame.textContent).toContain(
    '5,00\u00a0€ of the remaining 15,00\u00a0€ goes back to luis@prat.es; 10,00\u00a0€ is left to refund.',
  )
  expect(frame.textContent).toContain('Partial amount5,00\u00a0€')
  await screen.findByRole('button', { name: 'Refund 5,00\u00a0€' })
  press('Enter', { ctrlKey: true })
  const first = await call(/PATCH \/payments\/501\/refund/)
  await first.fail(500, 'The database is away.')
  await screen.findByText('Not done: The database is away.')
  press('Escape')
  expect((await stepInput('Reason')).value).toBe('Broken')
  press('Enter')
  await screen.findByRole('button', { name: 'Try again' })
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(posted(calls)).toHaveLength(2))
  const second = await call(/PATCH/)
  expect(first.body).toMatchObject({ amount: 500, reason: 'Broken', expectedAmountRefunded: 490 })
  expect(second.body).toEqual(first.body)
  await second.fail(409, 'Somebody else was first.')
  await screen.findByText('Not done: Somebody else was first.')
})

test('Ctrl+K abandons a question without sending anything, and the command can be run again', async () => {
  const { calls } = holdCalls()
  await runInPalette(onTrial, 'extend trial')
  await stepInput('Days')
  press('k', { ctrlKey: true })
  const input = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Find or run a command' })
  expect([input.value, document.activeElement]).toEqual(['', input])
  expect(questions.get()).toEqual([])
  expect(posted(calls)).toEqual([])
  enterText('extend trial')
  press('Enter')
  expect((await stepInput('Days')).value).toBe('')
})

test('a toast reports a failure if the palette was closed during the command', async () => {
  const { call } = holdCalls()
  await runInPalette(onTrial, 'extend trial')
  await enter('Days', '3')
  await screen.findByRole('button', { name: 'Extend by 3 days' })
  press('Enter', { ctrlKey: true })
  const extend = await call(/trial\/extend/)
  press('k', { ctrlKey: true })
  await screen.findByRole('combobox', { name: 'Find or run a command' })
  press('k', { ctrlKey: true })
  await waitFor(() => expect(isOpen()).toBe(false))
  await extend.fail(500, 'The database is away.')
  await screen.findByText(/Extend trial – Luis Prat: not done/)
})

test('a blocked command asks no questions', async () => {
  holdCalls()
  await runInPalette(luisWith({ subscriptionStatus: 'active' }), 'extend trial')
  await screen.findByText(/^Unavailable: Not on trial/)
  expect(questions.get()).toEqual([])
})

test('an irreversible command typed with all its arguments does not run on a second Enter', async () => {
  const { calls } = holdCalls()
  await runInPalette(onTrial, 'extend trial 7')
  await screen.findByRole('button', { name: 'Extend by 7 days' })
  expect(document.activeElement?.tagName).not.toBe('BUTTON')
  press('Enter')
  expect(posted(calls)).toEqual([])
  expect(isOpen()).toBe(true)
})

describe('Enter never goes on with what was refused, or with somebody else', () => {
  test('a status that one can’t come back from', async () => {
    const { calls } = holdCalls()
    await renderConsole({ type: 'qr', record: { ...qr, status: 0 } })
    await openPalette()
    enterText('unblock')
    await waitFor(() => expect(chosenRow()).toContain('Not blocked but deleted.'))
    press('Enter')
    await screen.findByText('Unavailable: Not blocked but deleted.')
    press('Enter')
    expect(questions.get()).toEqual([])
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('a note is for the customer on screen', async () => {
    holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('note: called back')
    expect(chosenRow()).toContain('Luis Prat · Add a note — called back')
  })

  test('a note for nobody in particular marks none of those opened lately', async () => {
    const { call } = holdCalls()
    await renderConsole()
    remembered()
    await openPalette()
    enterText('note: called back')
    await (await call(/customers\/search/)).answer(found([]))
    await waitFor(() => expect(chosenRow()).toContain('Add a note… — called back'))
    press('Enter')
    await screen.findByText('Choose the customer')
    expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual([expect.stringContaining('Ana Ruiz')])
    expect(chosenRow()).toBeNull()
  })
})
