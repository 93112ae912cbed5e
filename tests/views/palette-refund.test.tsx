import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PaymentRow } from '../../src/contract/payments.ts'
import { closePalette } from '../../src/layout/commands/palette-state.ts'
import { questions } from '../../src/layout/commands/questions.ts'
import '../../src/layout/frame/surfaces.tsx'
import {
  anaFound,
  chosenRow,
  customerRowOf,
  enterText,
  found,
  holdCalls,
  listOf,
  luis,
  openPalette,
  press,
  renderConsole,
  rows,
} from './palette-harness.tsx'
import { answerAna, enterVerb, remembered } from './support/palette-verbs.ts'
import { aPayment } from './support/payment.ts'

// Loaded up front, as in a console that has been open for a moment.

beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  closePalette()
  cleanup()
  questions.set([])
  vi.unstubAllGlobals()
})

describe('a customer’s payments', () => {
  const payments = [
    aPayment(503, { stripeInvoiceStatus: 'open' }),
    aPayment(502, { amountRefunded: 490 }),
    aPayment(501, { stripeDisputeStatus: 'lost', amount: 2995 }),
  ]

  test('offers to refund the last refundable payment, with the typed amount', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('refund 10 ana@cafesol.es')
    await (await call(/find\/ana/)).answer(anaFound)
    await answerAna(call)
    await waitFor(() => expect(chosenRow()).toContain('Ana Ruiz · Refund the last payment — 10'))
    press('Enter')
    await (await call(/GET \/payments\?.*perPage=10(&|$)/)).answer(listOf(payments))
    const frame = await screen.findByRole('dialog')
    await waitFor(() => expect(frame.textContent).toContain('Payment #502'))
    expect(frame.textContent).toContain('10,00\u00a0€')
  })

  test('names the payment of the customer on screen as soon as it is known', async () => {
    const { call } = holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('refund 10')
    await (await call(/GET \/payments\?.*user=5\b/)).answer(listOf(payments))
    await waitFor(() => expect(chosenRow()).toMatch(/Refund the last payment \(.*\) — 10,00 €/))
  })

  test('by its key says that it waits, until the last payment is known', async () => {
    const { call } = holdCalls()
    await renderConsole(luis)
    for (const key of 'pr') fireEvent.keyDown(document.body, { key })
    await screen.findByText(/^Refund the last payment – .*…$/)
    await (await call(/GET \/payments\?.*user=5\b/)).answer(listOf(payments))
    await screen.findByRole('dialog')
    expect(screen.queryByText(/^Refund the last payment – .*…$/)).toBeNull()
  })

  test('‘refund another’ lists all payments; those that can’t be refunded say why', async () => {
    const { call } = holdCalls()
    await renderConsole()
    remembered()
    await enterVerb('refund another')
    press('Enter')
    await answerAna(call)
    await (await call(/GET \/payments\?.*perPage=150/)).answer(listOf(payments))
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(chosenRow()).toContain('order QD-502')
    expect(rows()[0]).toContain('unavailable: Not paid')
    press('ArrowDown')
    press('Enter')
    await screen.findByText(/^Unavailable: Dispute lost/)
    press('ArrowUp')
    press('Enter')
    await screen.findByText('Payment #502', { exact: false })
  })

  test('says so if none can be refunded', async () => {
    const { call } = holdCalls()
    await renderConsole()
    remembered()
    await enterVerb('refund')
    press('Enter')
    await answerAna(call)
    await (await call(/GET \/payments\?.*perPage=10(&|$)/)).answer(listOf([payments[0]]))
    expect(await screen.findByText('Unavailable: Nothing to refund.')).toBeDefined()
  })

  describe('by the day that is named', () => {
    const day = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1000
    const dated = [
      aPayment(513, { createdAt: day('2026-03-04') }),
      aPayment(512, { createdAt: day('2026-02-20') }),
      aPayment(511, { createdAt: day('2026-02-03') }),
    ]

    async function typedOfAna(text: string, all: readonly PaymentRow[]) {
      const { call } = holdCalls()
      await renderConsole()
      await openPalette()
      enterText(text)
      await (await call(/find\/ana/)).answer(anaFound)
      await answerAna(call)
      await (await call(/GET \/payments\?.*perPage=150/)).answer(listOf(all))
    }

    const failed = aPayment(515, { createdAt: day('2026-03-05'), stripeInvoiceStatus: 'open', stripePaymentIntentStatus: 'processing' })
    test.each([
      [
        'the only payment, whatever came later',
        'refund 5 ana@cafesol.es 3 february 2026',
        dated,
        /Refund 19,95 €, 03-02-2026, order QD-511 — 5,00 €/,
      ],
      ['the only one that was paid', 'refund ana@cafesol.es march 2026', [failed, ...dated], /Refund 19,95 €, 04-03-2026, order QD-513/],
      ['from a month, none after it', 'refund ana@cafesol.es from january 2026', dated, /None of these days\./],
      ['none', 'refund ana@cafesol.es january 2026', dated, /None of these days\./],
      [
        'none of the newest 150',
        'refund ana@cafesol.es january 2026',
        Array.from({ length: 150 }, (_, at) => aPayment(600 + at)),
        /among the latest 150/,
      ],
      [
        'of another month, never the only one to approve',
        'approve ana@cafesol.es february 2026',
        [failed, ...dated],
        /Force-approve a payment — february 2026/,
      ],
    ])('finds %s', async (_, text, all, row) => {
      await typedOfAna(text, all)
      await waitFor(() => expect(chosenRow()).toMatch(row))
    })

    test('goes on with it, or says why not', async () => {
      await typedOfAna('refund 5 ana@cafesol.es 3 february 2026', dated)
      await waitFor(() => expect(chosenRow()).toContain('order QD-511'))
      press('Enter')
      const frame = await screen.findByRole('dialog')
      await waitFor(() => expect(frame.textContent).toContain('Payment #511'))
    })

    test('asks which, if there are several', async () => {
      const { call } = holdCalls()
      await renderConsole(luis)
      await openPalette()
      enterText('refund february 2026')
      await waitFor(() => expect(chosenRow()).toContain('Refund another payment… — february 2026'))
      press('Enter')
      await (await call(/GET \/payments\?.*perPage=150/)).answer(listOf(dated))
      await waitFor(() => expect(rows()).toHaveLength(2))
      expect(rows().join()).toMatch(/order QD-512.*order QD-511/)
      expect(screen.getByRole('dialog').textContent).toContain('Refund another payment — 01-02-2026 / 28-02-2026')
    })

    test('is listed once on the page of the person who is named', async () => {
      const { call } = holdCalls()
      await renderConsole(luis)
      await openPalette()
      enterText('refund luis prat february 2026')
      await (await call(/customers\/search\?term=luis/)).answer(found([customerRowOf(5, 'Luis Prat', 'luis@prat.es')]))
      await waitFor(() => expect(chosenRow()).toContain('Refund another payment… — february 2026'))
      await waitFor(() => expect(rows().filter((row) => row?.includes('Refund another payment'))).toHaveLength(1))
    })

    test('an Enter ahead of the payments says that there is none', async () => {
      const { call } = holdCalls()
      await renderConsole(luis)
      await openPalette()
      enterText('refund january 2026')
      await waitFor(() => expect(chosenRow()).toContain('Refund another payment… — january 2026'))
      press('Enter')
      await (await call(/GET \/payments\?.*perPage=150/)).answer(listOf(dated))
      await screen.findByText('Unavailable: None of these days.')
    })
  })
})
