import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { listsOnScreen, targetsOnScreen } from '../../src/layout/commands/on-screen.ts'
import { readListSearch, requestOf } from '../../src/layout/list/list-search.ts'
import { customerPaymentsSearch, paymentsSearch } from '../../src/layout/records/payments-search.ts'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { openFilter, pickFilter, removeFilter, setFilters, typeFilter } from './support/filters.ts'
import { aPayment } from './support/payment.ts'

const payment = (id: number) => aPayment(id, { userId: id + 100, email: `p${id}@example.com` })

const answer = (path: string) => (path === '/customers/countries' ? ['es', 'fr'] : pageOf([payment(8)]))
const stored = () => window.localStorage.getItem('payment.filters')

/** The state without undefined parameters. */
const read = (raw: Record<string, unknown>, text: string | null, spec = paymentsSearch) =>
  Object.fromEntries(
    Object.entries(readListSearch(spec, raw, (key) => (key === 'payment.filters' ? text : null))).filter(
      ([, value]) => value !== undefined,
    ),
  )

describe('remembered payment filters', () => {
  const text = JSON.stringify({ country: 'es', disputed: 'all', refunded: 'FULLY', trialPlan: 'true', user: '12' })

  test('are ignored when the URL names a payment', () => {
    expect(read({ paymentId: '31', user: '7', page: '3' }, text)).toEqual({ paymentId: '31' })
    expect(requestOf(paymentsSearch, read({ paymentId: '31' }, text))).toMatchObject({ paymentId: 31, page: 1 })
    expect(read({ paymentId: 'x' }, null)).toEqual({})
  })

  test('fill in what the URL omits; the URL takes precedence', () => {
    expect(read({}, text)).toEqual({ country: 'es', disputed: 'all', refunded: 'FULLY', trialPlan: 'true', user: '12' })
    expect(read({ country: 'fr', disputed: 'any', user: 'any', trialPlan: 'any' }, text)).toEqual({
      country: 'fr',
      disputed: 'any',
      refunded: 'FULLY',
      trialPlan: 'any',
      user: 'any',
    })
  })

  test("distinguish 'any dispute' from no filter [1.4 dispute filter]", () => {
    expect(requestOf(paymentsSearch, { disputed: 'all' }).disputed).toBe('all')
    expect(requestOf(paymentsSearch, { disputed: 'any' }).disputed).toBeUndefined()
  })

  test.each([
    '{"%%',
    '',
    '[]',
    '[1]',
    'null',
    '7',
    '"es"',
    '{"country":{}}',
    '{"country":"Spain","refunded":"no","user":-1,"disputed":null}',
  ])('are ignored if corrupt: %j', (corrupt) => expect(read({}, corrupt)).toEqual({}))

  test('do not apply to a single customer’s payments [1.7 payment filters] [R25 within a customer]', () => {
    expect(read({}, text, customerPaymentsSearch)).toEqual({})
  })
})

describe('the payments page', () => {
  // [1.7 payment filters]
  test('remembers each filter when set, forgets it when it is removed, and Back restores the previous state', async () => {
    catchCalls(answer)
    const { router, address } = await openScreen('/payments')
    await screen.findAllByRole('link', { name: /open the customer of payment/ })
    await pickFilter('Disputed', 'any dispute')
    await waitFor(() => expect(address()).toBe('/payments?disputed=all'))
    expect(stored()).toBe('{"disputed":"all"}')
    await pickFilter('Refunded', 'partly refunded')
    await waitFor(() => expect(address()).toBe('/payments?refunded=PARTIALLY&disputed=all'))
    expect(JSON.parse(stored() ?? '')).toEqual({ disputed: 'all', refunded: 'PARTIALLY' })
    await act(async () => router.history.back())
    await waitFor(() => expect(address()).toBe('/payments?refunded=any&disputed=all'))
    expect(setFilters()).toEqual(['Disputed: any dispute'])
    removeFilter('Disputed: any dispute')
    await waitFor(() => expect(stored()).toBeNull())
  })

  test('applies the remembered filters if the URL has none', async () => {
    window.localStorage.setItem('payment.filters', '{"stripeInvoiceStatus":"paid","user":"12"}')
    const asked = catchCalls((path) => (path === '/customers/countries' ? [] : undefined))
    await openScreen('/payments')
    expect(asked[0]?.query.get('stripeInvoiceStatus')).toBe('paid')
    expect(asked[0]?.query.get('user')).toBe('12')
    await asked[0]?.answer(pageOf([payment(8)]))
    await screen.findByRole('button', { name: 'Remove filter Customer #12' })
  })

  test('filters by a typed customer id and stores its page size under its own key [1.2 payments entries]', async () => {
    catchCalls(answer)
    const { address } = await openScreen('/payments')
    await screen.findAllByRole('link', { name: /open the customer of payment/ })
    fireEvent.submit(await typeFilter('Customer id', '12'))
    await waitFor(() => expect(address()).toBe('/payments?user=12'))
    fireEvent.change(screen.getByLabelText(/a page/), { target: { value: '20' } })
    await waitFor(() => expect(window.localStorage.getItem('paymentsEntries')).toBe('20'))
  })

  test('filters by a typed amount or a range of amounts, and says what is wrong with it', async () => {
    const asked: string[] = []
    catchCalls((path, query) => {
      asked.push(`${path} ${query.get('amountFrom') ?? ''} ${query.get('currency') ?? ''}`)
      return answer(path)
    })
    const { address } = await openScreen('/payments?refunded=ANY')
    await screen.findAllByRole('link', { name: /open the customer of payment/ })
    const type = async (value: string) => void fireEvent.submit(await typeFilter('Amount', value))
    await type('>100 usd')
    await waitFor(() => expect(address()).toBe('/payments?refunded=ANY&amountFrom=10001&currency=usd'))
    expect(setFilters()).toEqual(['Refunded: fully or partly', 'Amount: from 100,01 USD'])
    expect(asked).toContain('/payments 10001 usd')
    await type('20-50')
    await waitFor(() => expect(address()).toBe('/payments?refunded=ANY&amountFrom=2000&amountTo=5000'))
    await type('2x')
    expect(screen.getByRole('alert').textContent).toBe('Enter an amount, such as 19,95, 20-50, over 100 or up to 50 usd.')
    expect(address()).toBe('/payments?refunded=ANY&amountFrom=2000&amountTo=5000')
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '100' } })
    fireEvent.submit(screen.getByLabelText('Amount'))
    await waitFor(() => expect(address()).toBe('/payments?refunded=ANY&amount=10000'))
    removeFilter('Amount: 100,00')
    await waitFor(() => expect(address()).toBe('/payments?refunded=ANY'))
    expect((await openFilter('Amount')).getByLabelText<HTMLInputElement>('Amount').value).toBe('')
  })

  test('shows the amounts of a link in the field', async () => {
    catchCalls(answer)
    await openScreen('/payments?amountFrom=2000&amountTo=5000&currency=eur')
    await screen.findAllByRole('link', { name: /open the customer of payment/ })
    expect((await openFilter('Amount')).getByLabelText<HTMLInputElement>('Amount').value).toBe('from 20,00 to 50,00 €')
  })

  test('requests a single payment by id and shows it as a filter', async () => {
    const asked = catchCalls((path) => (path === '/customers/countries' ? [] : undefined))
    await openScreen('/payments?paymentId=8')
    expect(asked[0]?.query.get('paymentId')).toBe('8')
    await asked[0]?.answer(pageOf([payment(8)]))
    await screen.findByRole('button', { name: 'Remove filter Payment 8' })
  })

  test('makes a row the target of commands and links it to its customer [1.2 payments list]', async () => {
    catchCalls(answer)
    await openScreen('/payments')
    const link = await screen.findByRole('link', { name: /^p8@example.com: open the customer/ })
    expect(link.getAttribute('href')).toBe('/customers/108')
    await act(async () => listsOnScreen.all()[0]?.move(1))
    expect(targetsOnScreen.all()[0]).toMatchObject({ type: 'payment', record: { id: 8 } })
  })
})
