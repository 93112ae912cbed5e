import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noteTypedLink } from '../../src/commands/engine/awaited.ts'
import type { ListHandle } from '../../src/commands/engine/context.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { closePalette } from '../../src/layout/commands/palette-state.ts'
import { questions } from '../../src/layout/commands/questions.ts'
import { useListHandle } from '../../src/layout/commands/use-commands.ts'
import { chosenRow, customerRowOf, enterText, holdCalls, listOf, luisWith, openPalette, press, renderConsole } from './palette-harness.tsx'

let copied: string[] = []

beforeEach(() => {
  localStorage.clear()
  copied = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)))
})
afterEach(() => {
  closePalette()
  cleanup()
  questions.set([])
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const onTrial = luisWith({ subscriptionStatus: 'trialing', status: 'trialing' })
const menu: Target = {
  type: 'qr',
  record: {
    id: 1,
    name: 'Menu',
    type: 'url',
    uri: 'x',
    user: 5,
    qrUri: 'https://qr.example.com/x',
    content: { url: null },
    status: 1,
    stopped: 0,
    whitelisted: false,
    version: 1,
  },
}
const trialLink = '#run=customer.extend-trial&on=customer.5&with-days=7'
const frame = () => screen.findByRole('dialog', { name: 'Palette' })
const said = (text: RegExp) => screen.findByText(text)
const posted = (calls: readonly { method: string }[]) => calls.filter(({ method }) => method !== 'GET')

describe('opening a command link', () => {
  test('one that was made from what somebody typed is no stranger’s: it goes on without a warning', async () => {
    holdCalls()
    noteTypedLink(trialLink)
    await renderConsole(onTrial, null, `/start${trialLink}`)
    const palette = await frame()
    await waitFor(() => expect(palette.textContent).toMatch(/The trial of Luis Prat \(luis@prat.es, #5\) ends on .*Extend by 7 days/))
    expect(palette.textContent).not.toContain('Opened by a link')
  })

  test('opens the filled-in confirmation, clears the link from the URL and runs only once the user confirms', async () => {
    const { call, calls } = holdCalls()
    const { at } = await renderConsole(onTrial, null, `/start?tab=qrs${trialLink}`)
    const palette = await frame()
    await waitFor(() => expect(palette.textContent).toMatch(/The trial of Luis Prat \(luis@prat.es, #5\) ends on .*Extend by 7 days/))
    expect(palette.textContent).toContain('Opened by a link. Nothing has been done yet.')
    expect(palette.textContent).toContain('This cannot be undone.')
    expect(at()).toBe('/start?tab=qrs')
    // A key meant for the previous page does nothing.
    await waitFor(() => expect(palette.contains(document.activeElement)).toBe(true))
    expect(document.activeElement?.tagName).not.toBe('BUTTON')
    press('Enter')
    expect(posted(calls)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Extend by 7 days' }))
    const extend = await call(/POST \/customers\/5\/trial\/extend/)
    expect(extend.body).toEqual({ days: 7, version: 1 })
    await extend.answer({ success: true, triallingEndsAt: 1_797_000_000 })
    await screen.findByText('Trial extended: Luis Prat, until 11-12-2026.')
  })

  test('Back returns to the value from the link, which can be edited', async () => {
    holdCalls()
    await renderConsole(onTrial, null, `/start${trialLink}`)
    await screen.findByRole('button', { name: 'Extend by 7 days' })
    press('Escape')
    const days = await screen.findByLabelText<HTMLInputElement>('Days', { selector: 'input' })
    expect(days.value).toBe('7')
    fireEvent.change(days, { target: { value: '8' } })
    press('Enter')
    await screen.findByRole('button', { name: 'Extend by 8 days' })
  })

  test('an invalid value stays in its step with the error message', async () => {
    holdCalls()
    await renderConsole(onTrial, null, '/start#run=customer.extend-trial&on=customer.5&with-days=9999&with-nothing=1')
    await frame()
    await screen.findByText('Must be a whole number from 1 to 365.')
    expect(document.activeElement).toBe(screen.getByLabelText('Days', { selector: 'input' }))
    expect(screen.getByLabelText<HTMLInputElement>('Days', { selector: 'input' }).value).toBe('9999')
  })

  test('also confirms a command that normally runs without asking', async () => {
    holdCalls()
    await renderConsole(onTrial, null, '/start#run=customer.copy-id&on=customer.5')
    const run = await screen.findByRole('button', { name: 'Run it' })
    expect(copied).toEqual([])
    fireEvent.click(run)
    await waitFor(() => expect(copied).toEqual(['5']))
  })

  test('finds the linked record among the rows on screen, even if it does not have focus', async () => {
    holdCalls()
    const other = luisWith({ id: 6, subscriptionStatus: 'trialing', fullName: 'Eva Sol' })
    const list = { targets: () => [null, other] as (Target | null)[] } as ListHandle
    const List = () => {
      useListHandle(list)
      return null
    }
    await renderConsole(onTrial, <List />, '/start#run=customer.extend-trial&on=customer.6&with-days=7')
    await waitFor(async () =>
      expect((await frame()).textContent).toMatch(/The trial of Eva Sol \(luis@prat.es, #6\) ends on .*Extend by 7 days/),
    )
  })

  test('looks up a picked record by id and shows its name and email', async () => {
    const { call } = holdCalls()
    await renderConsole(menu, null, '/start#run=qr.transfer&on=qr.1&with-destiny=9')
    await (await call(/find\/9/)).answer({ id: 9, email: 'eva@sol.es', firstname: 'Eva', lastname: 'Sol' })
    await (await call(/GET \/customers\?/)).answer(listOf([]))
    const palette = await frame()
    await waitFor(() => expect(palette.textContent).toContain('goes to Eva Sol (eva@sol.es, #9)'))
  })
})

test('opens nothing if the user navigates away while a picked record is being looked up', async () => {
  const { call } = holdCalls()
  const { at } = await renderConsole(menu, null, '/start#run=qr.transfer&on=qr.1&with-destiny=9')
  const lookup = await call(/find\/9/)
  press('g')
  press('c')
  await waitFor(() => expect(at()).toBe('/customers'))
  await lookup.answer({ id: 9, email: 'eva@sol.es', firstname: 'Eva', lastname: 'Sol' })
  await (await call(/GET \/customers\?/)).answer(listOf([]))
  // Enough turns for the question to open if the page had stayed.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(questions.get()).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

describe('rejects a link with a reason when', () => {
  test.each([
    ['it is for another record', '#run=customer.extend-trial&on=customer.6&with-days=7', /customer 6, which is not on this page/],
    ['there is no such command', '#run=customer.explode&on=customer.5', /action that does not exist here: customer\.explode/],
    ['it cannot be read', '#run=customer.ban&on=nobody', /can’t be read/],
    ['its record is of another type', '#run=customer.ban&on=payment.5', /doesn’t apply to its record/],
    ['it lacks its record', '#run=customer.ban', /doesn’t apply to its record/],
    ['it is for records chosen in a list', '#run=qrs.set-status&on=qrs.3', /does not exist here: qrs\.set-status/],
    ['it is the palette itself', '#run=palette.open', /does not exist here/],
    ['it is blocked', '#run=customer.resume&on=customer.5', /Resume subscription – unavailable: /],
  ])('%s', async (_why, link, text) => {
    const { calls } = holdCalls()
    const { at } = await renderConsole(onTrial, null, `/start${link}`)
    await said(text)
    expect(at()).toBe('/start')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(posted(calls)).toEqual([])
  })
})

describe('copying a command link', () => {
  test('Ctrl+; in the palette includes the values filled in so far', async () => {
    holdCalls()
    await renderConsole(onTrial)
    await openPalette()
    enterText('extend trial 7')
    press('Enter')
    await screen.findByRole('button', { name: 'Extend by 7 days' })
    press(';', { ctrlKey: true })
    await waitFor(() => expect(copied).toEqual([`${window.location.origin}/customers/5${trialLink}`]))
    expect(screen.getByRole('button', { name: 'Extend by 7 days' })).toBeDefined()
  })

  test('works from the dialog’s Copy link button', async () => {
    holdCalls()
    await renderConsole(onTrial)
    press('a')
    press('b')
    await screen.findByRole('alertdialog')
    fireEvent.click(screen.getByRole('button', { name: /Copy link/ }))
    await waitFor(() => expect(copied).toEqual([`${window.location.origin}/customers/5#run=customer.ban&on=customer.5`]))
  })
})

describe('arguments typed after a command', () => {
  test('are shown as parsed and pre-fill the question, which still needs confirmation', async () => {
    const { calls } = holdCalls()
    await renderConsole(onTrial)
    await openPalette()
    enterText('extend trial 7')
    expect(chosenRow()).toContain('Extend trial — 7 days')
    press('Enter')
    await screen.findByRole('button', { name: 'Extend by 7 days' })
    expect(posted(calls)).toEqual([])
    press('Escape')
    expect((await screen.findByLabelText<HTMLInputElement>('Days', { selector: 'input' })).value).toBe('7')
  })

  test('an amount skips to the first step that is still empty, and Back returns to the amount', async () => {
    const { calls } = holdCalls()
    const facts = {
      amount: 1990,
      amountRefunded: 490,
      currency: 'eur',
      stripePaymentIntentStatus: 'succeeded',
      stripeInvoiceStatus: 'paid',
    }
    const ids = { id: 501, createdAt: 0, userId: 5, email: 'luis@prat.es', ref: 'R-501', stripePaymentIntentId: 'pi_501' }
    await renderConsole({ type: 'payment', record: { ...ids, ...facts, stripeDisputeStatus: null, refundInProgress: false } })
    await openPalette()
    enterText('refund 12,50')
    expect(chosenRow()).toContain('Refund — 12,50 €')
    press('Enter')
    const palette = await frame()
    await screen.findByLabelText('Reason', { selector: 'input' })
    expect(palette.textContent).not.toContain('Partial refund')
    expect(palette.textContent).toContain('Partial amount12,50\u00a0€')
    press('Escape')
    expect((await screen.findByLabelText<HTMLInputElement>('Partial amount', { selector: 'input' })).value).toBe('12,50')
    expect(posted(calls)).toEqual([])
  })

  test('an invalid value shows the error in both the row and the step', async () => {
    holdCalls()
    await renderConsole(onTrial)
    await openPalette()
    enterText('extend trial 0')
    expect(chosenRow()).toContain('Extend trial — 0')
    expect(chosenRow()).toContain('Must be a whole number from 1 to 365.')
    expect(screen.getByText('correct it')).toBeDefined()
    press('Enter')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Must be a whole number from 1 to 365.'))
  })

  test('a mistyped word is no part of the command: it may be a name, so Enter waits and asks nothing', async () => {
    holdCalls()
    await renderConsole(onTrial)
    await openPalette()
    enterText('extned trial 7')
    expect(chosenRow()).toBeNull()
    press('Enter')
    expect(questions.get()).toEqual([])
  })

  test('a choice that is not offered is rejected, not replaced by another', async () => {
    const { call } = holdCalls()
    await renderConsole(luisWith({ subscriptionStatus: 'trialing', status: 'trialing', discount: null }))
    await openPalette()
    enterText('discount 33')
    expect(chosenRow()).toContain('33 %')
    press('Enter')
    await (await call(/coupons/)).answer([{ name: 'TEN', percent_off: 10 }])
    await screen.findByText(/TEN/)
    expect(chosenRow()).toBeNull()
    press('Enter')
    await screen.findByText('‘33’ is not offered. Choose with ↓.')
  })
})

test('highlights matches in command titles and records', async () => {
  const { call } = holdCalls()
  await renderConsole(onTrial)
  await openPalette()
  enterText('jose')
  const found = { id: 9, fullName: 'José Pérez', email: 'jose@perez.es' }
  await (await call(/customers\/search/)).answer({ rows: [customerRowOf(found.id, found.fullName, found.email)], total: 1 })
  await waitFor(() => expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['José', 'jose']))
  enterText('extend')
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toContain('Extend')
})
