import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Target } from '../../src/commands/engine/targets.ts'
import { formatDate } from '../../src/contract/dates.ts'
import { maxReasonLength } from '../../src/contract/payments.ts'
import { holdCalls, luisWith, press, renderConsole } from './palette-harness.tsx'

const onTrial = luisWith({ subscriptionStatus: 'trialing', status: 'trialing', discount: 20 })
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
    amountRefunded: 0,
    currency: 'eur',
    stripePaymentIntentStatus: 'succeeded',
    stripeInvoiceStatus: 'paid',
    stripeDisputeStatus: null,
    refundInProgress: false,
  },
}

/** Presses a sequence and returns the dialog it opens. */
async function open(keys: string, name: string) {
  for (const key of keys.split(' ')) press(key)
  return screen.findByRole('dialog', { name })
}

const type = (label: string, text: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const patches = (calls: readonly { method: string }[]) => calls.filter(({ method }) => method !== 'GET')

describe('a number field', () => {
  test('has focus; the dialog names the customer and shows the effect of a valid value', async () => {
    holdCalls()
    await renderConsole(onTrial)
    const dialog = await open('s t', 'Extend trial')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Days')))
    expect(dialog.textContent).toContain('Luis Prat (luis@prat.es, #5)')
    expect(dialog.textContent).toContain('1 to 365 days')
    expect(dialog.textContent).not.toContain('cannot be undone')
    type('Days', '30')
    expect(dialog.textContent).toMatch(/The trial of Luis Prat \(luis@prat.es, #5\) ends on .*Extend by 30 days/)
    expect(dialog.textContent).toContain('This cannot be undone.')
    expect(button('Extend by 30 days')).toBeDefined()
  })

  test('offers common values in one press, and says when the trial ends now and then', async () => {
    holdCalls()
    const end = Math.floor(Date.now() / 1000) + 3 * 86_400
    await renderConsole(luisWith({ subscriptionStatus: 'trialing', status: 'trialing', triallingEndsAt: end }))
    const dialog = await open('s t', 'Extend trial')
    expect(dialog.textContent).toContain(`1 to 365 days; the trial now ends on ${formatDate(end)}`)
    fireEvent.click(button('14 days'))
    expect(screen.getByLabelText<HTMLInputElement>('Days').value).toBe('14')
    expect(button('14 days').getAttribute('aria-pressed')).toBe('true')
    expect(dialog.textContent).toContain(`ends on ${formatDate(end + 14 * 86_400)} instead of ${formatDate(end)}.`)
    expect(button('Extend by 14 days')).toBeDefined()
  })

  test.each(['0', '366', '1.5', 'abc'])('shows an error under the field on blur for ‘%s’ and does not send it', async (text) => {
    const { calls } = holdCalls()
    await renderConsole(onTrial)
    await open('s t', 'Extend trial')
    type('Days', text)
    expect(screen.queryByText('Must be a whole number from 1 to 365.')).toBeNull()
    fireEvent.blur(screen.getByLabelText('Days'))
    expect(screen.getByText('Must be a whole number from 1 to 365.')).toBeDefined()
    fireEvent.click(button('Extend trial'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Days')))
    expect(calls).toEqual([])
  })

  test('a double Enter and a click submit once; the dialog stays open until the response', async () => {
    const { call, calls } = holdCalls()
    await renderConsole(onTrial)
    await open('s t', 'Extend trial')
    type('Days', '30')
    screen.getByLabelText('Days').focus()
    press('Enter')
    press('Enter')
    press('Enter', { repeat: true })
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Extend by 30 days/ }))
    const extend = await call(/POST \/customers\/5\/trial\/extend/)
    expect(extend.body).toEqual({ days: 30, version: 1 })
    expect(screen.getByRole('dialog')).toBeDefined()
    await extend.answer({ success: true, triallingEndsAt: 1_797_000_000 })
    await screen.findByText('Trial extended: Luis Prat, until 11-12-2026.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(patches(calls)).toHaveLength(1)
  })

  test('a failure keeps the input and shows the reason; a retry sends the current input', async () => {
    const { call, calls } = holdCalls()
    await renderConsole(onTrial)
    await open('s t', 'Extend trial')
    type('Days', '30')
    fireEvent.click(button('Extend by 30 days'))
    const refusal = { statusCode: 409, error: 'unavailable_action', message: 'A trial can be extended no more: its status is active.' }
    await (await call(/POST/)).answer(refusal, 409)
    await screen.findByText('Not done: A trial can be extended no more: its status is active.')
    expect(screen.getByLabelText<HTMLInputElement>('Days').value).toBe('30')
    type('Days', '31')
    fireEvent.click(button('Try again'))
    await waitFor(() => expect(patches(calls)).toHaveLength(2))
    const second = await call(/POST/)
    expect(second.body).toEqual({ days: 31, version: 1 })
    await second.answer({ success: true, triallingEndsAt: 1_797_000_000 })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a choice field', () => {
  const coupons = [
    { name: 'SPRING', percent_off: 20 },
    { name: 'LOYAL', percent_off: 50 },
  ]

  test('loads its options; an unavailable one shows the reason and can’t be selected', async () => {
    const { call, calls } = holdCalls()
    await renderConsole(onTrial)
    const dialog = await open('s d', 'Change the discount')
    expect(within(dialog).getByRole('radiogroup', { name: 'Coupon' }).getAttribute('aria-busy')).toBe('true')
    await (await call(/coupons/)).answer(coupons)
    const current = await screen.findByRole<HTMLInputElement>('radio', { name: /^20 %/ })
    expect(current.closest('label')?.textContent).toContain('unavailable: Already 20 %.')
    fireEvent.click(current)
    expect(current.checked).toBe(false)
    // Nothing is preselected (document 1, section 4).
    expect(button('Change the discount').disabled).toBe(true)
    fireEvent.click(screen.getByRole('radio', { name: /^50 %/ }))
    expect(button('Attach 50 %').disabled).toBe(false)
    expect(dialog.textContent).toContain('discount of 20 % → discount of 50 %')
    fireEvent.click(button('Attach 50 %'))
    const attach = await call(/POST \/customers\/5\/discount/)
    expect(attach.body).toEqual({ discount: 50 })
    expect(patches(calls)).toHaveLength(1)
    await attach.answer({ success: true })
    await screen.findByText('Discount of 50 % attached: Luis Prat.')
  })

  test('says that there is nothing to choose from if loading fails, and can be reloaded', async () => {
    const { call } = holdCalls()
    await renderConsole(onTrial)
    await open('s d', 'Change the discount')
    await (await call(/coupons/)).fail(500, 'Broken')
    await screen.findByText(/There is nothing to choose from/)
    fireEvent.click(button('Load again'))
    await (await call(/coupons/)).answer(coupons)
    expect(await screen.findByRole('radio', { name: /^50 %/ })).toBeDefined()
  })
})

describe('a refund', () => {
  test('in part: asks for and validates the amount; a retry sends an identical request [1.8 refund refused]', async () => {
    const { call, calls } = holdCalls()
    await renderConsole(payment)
    const dialog = await open('p r', 'Refund')
    expect(dialog.textContent).toContain('Payment #501 of 15-11-2026 (order R-501, 19,90\u00a0€, luis@prat.es)')
    fireEvent.click(await screen.findByRole('radio', { name: 'Partial refund' }))
    expect(screen.getByText('At most 19,90 €')).toBeDefined()
    type('Partial amount', '20')
    // The warning keeps its place.
    expect(dialog.textContent).toContain('This cannot be undone.')
    type('Reason', 'Broken')
    expect(button('Refund').dataset['variant']).toBe('default')
    fireEvent.click(button('Refund'))
    expect(screen.getByText('At most 19,90 € can be refunded.')).toBeDefined()
    expect(screen.queryByText('At most 19,90 €')).toBeNull()
    const amount = screen.getByLabelText<HTMLInputElement>('Partial amount')
    await waitFor(() => expect(document.activeElement).toBe(amount))
    expect(amount.value).toBe('20')
    type('Partial amount', '12,50')
    expect(dialog.textContent).toContain('12,50\u00a0€ of 19,90\u00a0€ goes back to luis@prat.es; 7,40\u00a0€ is left to refund.')
    expect(dialog.textContent).toContain('This cannot be undone.')
    expect(button('Refund 12,50\u00a0€').dataset['variant']).toBe('final')
    fireEvent.click(button('Refund 12,50\u00a0€'))
    const first = await call(/PATCH \/payments\/501\/refund/)
    await first.answer({ statusCode: 504, error: 'provider_timeout', message: 'The provider did not answer in time.' }, 504)
    await screen.findByText('There was no response. It may have been done: The provider did not answer in time.')
    fireEvent.click(button('Try again'))
    await waitFor(() => expect(patches(calls)).toHaveLength(2))
    const second = await call(/PATCH/)
    expect(first.body).toMatchObject({ amount: 1250, reason: 'Broken', expectedAmountRefunded: 0 })
    expect(second.body).toEqual(first.body)
    await second.fail(409, 'Somebody else was first.')
    await screen.findByText('Not done: Somebody else was first.')
    expect([amount.value, screen.getByLabelText<HTMLInputElement>('Reason').value]).toEqual(['12,50', 'Broken'])
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a field that a choice adds has no error before it was tried', async () => {
    holdCalls()
    await renderConsole(payment)
    const dialog = await open('p r', 'Refund')
    type('Reason', 'x'.repeat(maxReasonLength + 1))
    fireEvent.click(button('Refund'))
    expect(dialog.textContent).toContain(`Must have at most ${maxReasonLength} characters.`)
    fireEvent.click(await screen.findByRole('radio', { name: 'Partial refund' }))
    expect(screen.getByText('At most 19,90 €')).toBeDefined()
    fireEvent.click(button('Refund'))
    expect(screen.queryByText('At most 19,90 €')).toBeNull()
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('in full is chosen beforehand and asks for no amount; Enter alone and Escape send nothing', async () => {
    const { calls } = holdCalls()
    await renderConsole(payment)
    const dialog = await open('p r', 'Refund')
    const full = await screen.findByRole('radio', { name: 'Full refund: 19,90\u00a0€', checked: true })
    expect(screen.queryByLabelText('Partial amount')).toBeNull()
    expect(dialog.textContent).toContain('19,90\u00a0€ goes back to luis@prat.es; nothing is left to refund.')
    fireEvent.keyDown(full, { key: 'Enter' })
    const reason = screen.getByLabelText('Reason')
    await waitFor(() => expect(document.activeElement).toBe(reason))
    fireEvent.keyDown(reason, { key: 'Enter' })
    await screen.findByText('Nothing changed. Press Ctrl+Enter to refund 19,90 €.')
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).toEqual([])
  })
})

describe('a new tab whose URL is requested first', () => {
  const url = 'https://app.example.com/once'

  /** No Enter alone does it. */
  async function logIn() {
    press('a')
    press('l')
    await screen.findByRole('dialog', { name: 'Log in as customer' })
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'ticket 7' } })
    const dialog = screen.getByRole('dialog').textContent
    expect(dialog).toMatch(/signed in as Luis Prat.*Nothing can be changed there\. It ends after 30 minutes\./)
    press('Enter')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reason' }))
    press('Enter')
    await screen.findByText('Nothing changed. Press Ctrl+Enter to log in.')
    press('Enter', { ctrlKey: true })
  }

  test('opens on the key press that confirms, without an opener, and then loads the URL', async () => {
    const tab = { opener: window as unknown, location: { replace: vi.fn<(url: string) => void>() }, close: vi.fn<() => void>() }
    vi.stubGlobal('open', () => tab)
    const { call } = holdCalls()
    await renderConsole(luisWith({}))
    await logIn()
    // In the same task: browsers allow it only there.
    await Promise.resolve()
    await Promise.resolve()
    expect(tab.opener).toBeNull()
    await (await call(/app-login/)).answer({ url })
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(url))
  })

  test('if blocked by the browser, is replaced by the URL and a button to open it', async () => {
    const openTab = vi.fn<() => null>(() => null)
    vi.stubGlobal('open', openTab)
    const { call } = holdCalls()
    await renderConsole(luisWith({}))
    await logIn()
    await (await call(/app-login/)).answer({ url })
    await screen.findByText(`The browser did not open a new tab for ${url}`)
    fireEvent.click(button('Open'))
    expect(openTab).toHaveBeenLastCalledWith(url, '_blank', 'noopener,noreferrer')
  })

  test('is closed if the server refuses, with an error toast', async () => {
    const close = vi.fn<() => void>()
    vi.stubGlobal('open', () => ({ opener: null, close }))
    const { call } = holdCalls()
    await renderConsole(luisWith({ stripeCustomerId: 'cus_5' }))
    press('s')
    press('s')
    await (await call(/stripe\/sync/)).fail(502, 'The provider refused.')
    await screen.findByText('Error syncing with the payment provider')
    expect(close).toHaveBeenCalledOnce()
  })
})
