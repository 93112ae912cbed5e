import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AbuseRow } from '../../src/contract/abuse.ts'
import { user } from './palette-harness.tsx'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { choicesIn, openFilter, setFilters } from './support/filters.ts'
import { serve } from './support/serve.ts'
import { headers, rows } from './support/table.ts'

const queryOf = (asked: { query: URLSearchParams } | undefined) => Object.fromEntries(asked?.query ?? [])

describe('abuse reports [2.1 webrisk and abuse]', () => {
  const aReport = (id: number, facts: Partial<AbuseRow> = {}): AbuseRow => ({
    id,
    url: 'https://qr.example.com/aB3xYz',
    email: 'tom@example.org',
    reason: 'Phishing.',
    status: 0,
    createdAt: 1_795_057_874,
    ...facts,
  })
  // [2.2 abuse] [2.2 abuse columns] [2.2 abuse filter] [2.4 abuse status] [2.4 abuse filter] [2.9 security sort]
  test('requests new reports, newest first, with the page size from the documented key', async () => {
    window.localStorage.setItem('abuseEntries', '20')
    const asked = catchCalls()
    await openScreen('/security/abuse', user)
    expect(asked[0]?.path).toBe('/abuse')
    expect(queryOf(asked[0])).toEqual({ page: '1', perPage: '20', sort: 'createdAt', sortDirection: 'desc', status: '0' })
    await asked[0]?.answer(pageOf([aReport(1)]))
    expect(headers()).toEqual(['', 'URL', 'Email', 'Reason', 'Status', 'Created', 'Actions'])
    expect(setFilters()).toEqual(['Status: init'])
    expect(choicesIn(await openFilter('Status'))).toEqual(['All statuses', 'init', 'pending', 'finished'])
    const buttons = within(rows()[0] as HTMLElement).getAllByRole('button', { name: /^Mark/ })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Mark pending: https://qr.example.com/aB3xYz',
      'Mark finished: https://qr.example.com/aB3xYz',
    ])
  })

  test.each([
    ['r'.repeat(100), null],
    ['r'.repeat(101), `${'r'.repeat(100)}…`],
    [`${'a'.repeat(99)}😀😀`, `${'a'.repeat(99)}😀…`],
  ])('truncates a reason after 100 characters: %# [2.2 abuse reason] [2.9 abuse reason]', async (reason, cut) => {
    catchCalls(() => pageOf([aReport(1, { reason })]))
    await openScreen('/security/abuse', user)
    await screen.findByText(cut ?? reason)
    if (cut === null) return expect(screen.queryByRole('button', { name: /^See more/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'See more: Reported by tom@example.org' }))
    const dialog = await screen.findByRole('dialog', { name: /Reported by tom@example.org/ })
    expect(within(dialog).queryByText(reason)).not.toBeNull()
    const [close] = within(dialog).getAllByRole('button', { name: 'Close' }).slice(-1)
    fireEvent.click(close as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('links to the QR code if the URL is one of ours; never links the URL itself', async () => {
    catchCalls(() => pageOf([aReport(1), aReport(2, { url: 'https://elsewhere.test/x' })]))
    await openScreen('/security/abuse', user)
    await screen.findByText('elsewhere.test/x')
    expect(screen.queryByTitle('https://elsewhere.test/x')).not.toBeNull()
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['QR code aB3xYz', '/qrs?searchTerm=aB3xYz&exactSearch=true'],
    ])
  })

  test('a row opens its menu, which can set the status', async () => {
    let changed = false
    const asked = catchCalls((path) => (path === '/abuse' ? (changed ? pageOf([], 0) : pageOf([aReport(1)])) : undefined))
    await openScreen('/security/abuse', user)
    fireEvent.click(await screen.findByRole('button', { name: 'tom@example.org, report 1' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Mark finished/ }))
    await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/abuse/1/status']))
    changed = true
    await asked[0]?.answer({ success: true, auditId: 5, undoable: true })
    await screen.findByText(/is finished\. Filtered out\./)
  })

  test('several can be finished in bulk and undone together', async () => {
    const { to } = serve(({ path, body }) => {
      if (path === '/abuse') return pageOf([aReport(1), aReport(2), aReport(3)])
      if (path === '/abuse/bulk/preview')
        return { rows: (body?.ids ?? []).map((id) => ({ id, name: `Report ${id}`, uri: '', refusal: null })) }
      if (path === '/abuse/bulk') return { rows: (body?.ids ?? []).map((id) => ({ id, refusal: null })) }
      return path === '/undo/batch' ? { undone: 2, kept: [] } : 404
    })
    await openScreen('/security/abuse', user)
    const [first, second] = await screen.findAllByRole('checkbox', { name: /^Select abuse report/ })
    for (const box of [first, second]) fireEvent.click(box as HTMLElement)
    const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
    expect(bar.queryByText('2 selected')).not.toBeNull()
    fireEvent.click(bar.getByRole('button', { name: /^Set status/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Set status' }))
    fireEvent.click(question.getByRole('radio', { name: 'finished' }))
    fireEvent.click(question.getByRole('button', { name: 'Preview' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark finished: 2 abuse reports' }))
    fireEvent.click(await dialog.findByRole('button', { name: 'Do it for 2' }))
    await dialog.findByText('2 abuse reports marked finished.')
    expect(to('/abuse/bulk').map(({ body }) => [body?.ids, body?.change])).toEqual([[[1, 2], { action: 'status', status: 2 }]])
    fireEvent.click(dialog.getByRole('button', { name: 'Undo all' }))
    await dialog.findByText(/^Undone for 2 abuse reports/)
  })
})
