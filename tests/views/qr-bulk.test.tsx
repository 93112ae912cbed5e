import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openBulk } from '../../src/layout/commands/bulk-state.ts'
import { openPalette, press, renderConsole } from './palette-harness.tsx'
import { button, doneOf, ids, previewOf, whyNot } from './support/qr-bulk.ts'
import { serve } from './support/serve.ts'

const open = (count: number) =>
  act(() => openBulk({ title: 'Whitelist', done: 'whitelisted', of: 'qrs', change: { action: 'whitelist' }, ids: ids(count) }))

describe('a bulk change of QR codes', () => {
  test('before confirmation, shows the scan impact of the QR codes that can change', async () => {
    serve(previewOf)
    await renderConsole()
    const touched: number[][] = []
    const touches = async (of: readonly number[]) => {
      touched.push([...of])
      return `${of.length} live QR codes: 7 scans in 30 days.`
    }
    act(() =>
      openBulk({ title: 'Transfer', done: 'transferred', of: 'qrs', change: { action: 'transfer', destiny: 5 }, ids: ids(200), touches }),
    )
    await screen.findByText('198 live QR codes: 7 scans in 30 days.')
    expect(touched).toEqual([ids(200).filter((id) => whyNot(id) === null)])
    fireEvent.click(button('Do it for 198'))
    await waitFor(() => expect(screen.queryByText(/7 scans/)).toBeNull())
  })

  // [2.7 qr bulk]
  test('previews what is possible; a failed part stops no others and can be retried; one undo covers the batch', async () => {
    let isBroken = true
    const server = serve((call) => {
      if (call.path === '/qrs/bulk/preview') return previewOf(call)
      if (call.path === '/undo/batch') return { undone: 989, kept: [{ id: 7, refusal: 'QR 7 has been changed since.' }] }
      if (call.path === '/qrs/bulk' && isBroken && call.body?.ids?.includes(450)) return 500
      return doneOf(call)
    })
    await renderConsole()
    open(1000)
    await screen.findByText(/Possible for 990 QR codes, not possible for 10\./)
    expect(server.to('/qrs/bulk/preview').map(({ body }) => body?.ids?.length)).toEqual(ids(10).map(() => 100))
    expect(server.to('/qrs/bulk')).toEqual([])

    fireEvent.click(button('Do it for 990'))
    await screen.findByText('890 QR codes whitelisted, 10 not possible, 100 failed.')
    const first = server.to('/qrs/bulk')
    expect(first).toHaveLength(10)
    expect(first.every(({ body }) => (body?.ids?.length ?? 0) <= 100)).toBe(true)
    const batch = first[0]?.body?.batch ?? ''
    expect(batch).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)

    isBroken = false
    fireEvent.click(button('Retry 100 that failed'))
    await screen.findByText('990 QR codes whitelisted, 10 not possible.')
    const all = server.to('/qrs/bulk')
    expect(all).toHaveLength(11)
    expect(new Set(all.map(({ body }) => body?.batch))).toEqual(new Set([batch]))
    expect(all.at(-1)?.body?.ids).toEqual(first.find(({ body }) => body?.ids?.includes(450))?.body?.ids)

    fireEvent.click(button('Undo all'))
    await screen.findByText(/Undone for 989 QR codes; 1 stay as they are:/)
    expect(screen.getByText('#7: QR 7 has been changed since.')).toBeDefined()
    expect(server.to('/undo/batch').map(({ body }) => body)).toEqual([{ batch }])
    expect(screen.queryByRole('button', { name: /Undo all/ })).toBeNull()
  })

  test('stays as it is below the palette, which undoes nothing of it', async () => {
    const server = serve((call) => (call.path === '/qrs/bulk/preview' ? previewOf(call) : doneOf(call)))
    await renderConsole()
    open(10)
    await screen.findByText(/^Possible for/)
    fireEvent.click(button(/^Do it for/))
    await screen.findByText(/QR codes whitelisted/)
    const input = await openPalette()
    fireEvent.keyDown(input, { key: 'z', ctrlKey: true })
    fireEvent.keyDown(input, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Find or run a command' })).toBeNull())
    expect(screen.getByText(/QR codes whitelisted/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Do it for/ })).toBeNull()
    expect(server.to('/qrs/bulk')).toHaveLength(1)
    expect(server.to('/undo/batch')).toHaveLength(0)
  })

  test('stops after the current part, warns before leaving while running and resumes with the rest', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const server = serve(async (call) => {
      if (call.path === '/qrs/bulk/preview') return previewOf(call)
      if (call.body?.ids?.includes(1)) await held
      return doneOf(call)
    })
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    await renderConsole()
    open(300)
    fireEvent.click(await screen.findByRole('button', { name: 'Do it for 297' }))
    await screen.findByText('Working: 0 of 297')
    expect(screen.getByRole('progressbar')).toBeDefined()
    expect(leave()).toBe(true)
    press('Escape')
    expect(screen.getByRole('dialog')).toBeDefined()
    fireEvent.click(button('Stop'))
    expect(screen.getByText('Stopping after the current part: 0 of 297')).toBeDefined()
    await act(async () => release())
    await screen.findByText('100 QR codes whitelisted, 3 not possible, 197 not started.')
    expect(server.to('/qrs/bulk')).toHaveLength(1)
    expect(leave()).toBe(false)
    fireEvent.click(button('Continue with 197'))
    await screen.findByText('297 QR codes whitelisted, 3 not possible.')
    expect(server.to('/qrs/bulk')).toHaveLength(3)
  })

  test('QR codes that could not be checked are left out, reported and can be rechecked', async () => {
    let isBroken = true
    serve((call) => (isBroken && call.body?.ids?.includes(1) ? 503 : previewOf(call)))
    await renderConsole()
    open(200)
    await screen.findByText(/Possible for 99 QR codes, not possible for 1\. 100 QR codes could not be checked/)
    isBroken = false
    fireEvent.click(button('Check again'))
    expect(await screen.findByText(/Possible for 198 QR codes, not possible for 2\./)).toBeDefined()
  })

  test('reports refused and missing rows; a failed undo is reported and can be retried', async () => {
    let undos = 0
    serve((call) => {
      if (call.path === '/qrs/bulk/preview') return { rows: previewOf(call).rows.map((row) => ({ ...row, refusal: null })) }
      if (call.path === '/undo/batch') return ++undos === 1 ? 500 : { undone: 1, kept: [] }
      return {
        rows: [
          { id: 1, refusal: null },
          { id: 2, refusal: 'Already whitelisted.' },
        ],
      }
    })
    await renderConsole()
    open(3)
    fireEvent.click(await screen.findByRole('button', { name: 'Do it for 3' }))
    // The server's answer did not mention the third.
    await screen.findByText('1 QR code whitelisted, 1 not possible, 1 failed.')
    fireEvent.click(button('Undo all'))
    await screen.findByText(/^Not undone: /)
    fireEvent.click(button('Undo all'))
    expect(await screen.findByText('Undone for 1 QR code.')).toBeDefined()
  })
})
