import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { listsOnScreen, targetsOnScreen } from '../../src/layout/commands/on-screen.ts'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { aCustomerRow } from './support/customer.ts'

const row = (id: number) => aCustomerRow(id, { isReferred: true, referredBy: 7, status: 'banned', subscriptionStatus: 'trialing' })
const headers = () =>
  within(screen.getByRole('table'))
    .getAllByRole('columnheader')
    .map((header) => header.textContent)

describe('the referred list', () => {
  // [1.2 referred sort] [1.9 default sorts]
  test('requests only referred customers, newest first, and links to their referrer', async () => {
    const asked = catchCalls()
    await openScreen('/customers/referred')
    expect(asked[0]?.path).toBe('/customers')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({
      isReferred: 'true',
      page: '1',
      perPage: '10',
      sort: 'createdAt',
      sortDirection: 'desc',
    })
    await asked[0]?.answer(pageOf([row(12)]))
    const referrer = await screen.findByRole('link', { name: '#7' })
    expect(referrer.getAttribute('href')).toBe('/customers/7')
    expect(headers()).toEqual(['', 'Id', 'Name', 'Email', 'Created', 'Plan', 'Subscription', 'Referred by', 'Actions'])
    expect(screen.queryByText('trialing')).not.toBeNull()
  })

  test('hides the referrer column when filtered by one referrer [1.2 referrer link]', async () => {
    const asked = catchCalls((path, query) => (path === '/customers' && query.get('referredBy') === '7' ? pageOf([row(12)]) : undefined))
    const { address } = await openScreen('/customers/referred?referredBy=7')
    await screen.findByText('Customer 12')
    expect(headers()).not.toContain('Referred by')
    expect(screen.queryByRole('link', { name: '#7' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Referred by #7' }))
    await waitFor(() => expect(address()).toBe('/customers/referred'))
    await asked.at(-1)?.answer(pageOf([row(13)]))
    await screen.findByRole('link', { name: '#7' })
    expect(headers()).toContain('Referred by')
  })

  test('opens rows in a new tab by link, mouse and keyboard, with customer commands [1.2 referred rows]', async () => {
    catchCalls(() => pageOf([row(12)]))
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { address } = await openScreen('/customers/referred')
    const link = await screen.findByRole('link', { name: 'Customer 12' })
    expect(link.getAttribute('target')).toBe('_blank')
    fireEvent.click(screen.getByText('c12@example.com'))
    const [handle] = listsOnScreen.all()
    await act(async () => handle?.move(1))
    expect(targetsOnScreen.all()[0]).toMatchObject({ type: 'customer', record: { id: 12 } })
    await act(async () => listsOnScreen.all()[0]?.open(false))
    expect(open.mock.calls).toEqual([
      ['/customers/12', '_blank', 'noopener'],
      ['/customers/12', '_blank', 'noopener'],
    ])
    expect(address()).toBe('/customers/referred')
  })
})
