import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { anaFound, customerRowOf, holdCalls, listOf, rows as options, press, renderConsole } from './palette-harness.tsx'
import { ana, eva, luis, menu, notFound, type } from './support/qr-destination.ts'

async function openDialog() {
  press('q')
  press('t')
  await screen.findByRole('dialog', { name: 'Transfer' })
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Destination' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  return box
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('the transfer destination in the dialog', () => {
  // [2.2 transfer dialog] [2.4 transfer] [2.5 destination] [2.7 find customer] [2.7 paginated search]
  test('is looked up exactly and partially; Enter waits, then selects the exact match without transferring yet', async () => {
    const { call, calls } = holdCalls()
    await renderConsole(menu)
    const box = await openDialog()
    expect(button('Transfer').disabled).toBe(true)
    type(box, 'ana')
    type(box, 'ana@cafesol.es')
    const find = await call(/GET \/customers\/find\/ana/)
    const list = await call(/GET \/customers\?.*searchTerm=ana@cafesol.es/)
    expect(calls.filter(({ path }) => path.startsWith('/customers'))).toHaveLength(2)
    expect(list.url.searchParams.get('perPage')).toBe('30')
    expect(list.url.searchParams.get('exactSearch')).toBe('false')
    press('Enter')
    expect(screen.getByText('Still searching…')).toBeDefined()
    await find.answer(anaFound)
    await list.answer(listOf([eva, ana]))
    await waitFor(() => expect(options()[0]).toContain('Ana Ruiz'))
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('exact match')
    press('Enter')
    const dialog = screen.getByRole('dialog')
    expect(dialog.textContent).toContain('goes to Ana Ruiz (ana@cafesol.es, #8812)')
    expect(dialog.textContent).toContain('Menu (URI aB3xYz, #41, customer #5)')
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
    press('Enter')
    const transfer = await call(/PATCH \/qrs\/transfer/)
    expect(transfer.body).toEqual({ origin: 5, destiny: 8812, qrId: 41 })
    await transfer.answer({ success: true, auditId: 3, undoable: true, transferred: 1 })
    await screen.findByText('Transferred: Menu is Ana Ruiz’s.')
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeDefined()
  })

  test('is looked up after a 300 ms pause in typing, with at most 30 results [2.7 paginated search] [2.9 user picker]', async () => {
    const { call, calls } = holdCalls()
    await renderConsole(menu)
    const box = await openDialog()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    type(box, 'ana')
    await act(async () => vi.advanceTimersByTimeAsync(299))
    const lookUps = () => calls.filter(({ path }) => path.startsWith('/customers'))
    expect(lookUps()).toEqual([])
    await act(async () => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    expect((await call(/GET \/customers\?/)).url.searchParams.get('perPage')).toBe('30')
    expect(lookUps()).toHaveLength(2)
  })

  test('a request for older text is aborted and its late response ignored [R26 late answer]', async () => {
    const { call } = holdCalls()
    await renderConsole(menu)
    const box = await openDialog()
    type(box, 'an')
    const older = await call(/GET \/customers\/find\/an$/)
    type(box, 'luis@prat.es')
    const newer = await call(/GET \/customers\/find\/luis/)
    await waitFor(() => expect(older.signal?.aborted).toBe(true))
    await older.answer(anaFound)
    expect(options()).toEqual([])
    await newer.answer({ id: 5, email: 'luis@prat.es', firstname: 'Luis', lastname: 'Prat' })
    await (await call(/GET \/customers\?.*luis/)).answer(listOf([luis]))
    await waitFor(() => expect(options()[0]).toContain('Luis Prat'))
  })

  test('the current owner and banned customers can’t be selected and say why', async () => {
    const { call, calls } = holdCalls()
    await renderConsole(menu)
    const box = await openDialog()
    type(box, 'sol')
    await (await call(/find/)).answer(notFound, 404)
    await (await call(/GET \/customers\?/)).answer(listOf([luis, eva]))
    await waitFor(() => expect(options()).toHaveLength(2))
    // Whose name begins so comes first.
    expect(options()).toEqual([
      expect.stringContaining('unavailable: The destination is banned.'),
      expect.stringContaining('unavailable: The QR codes are already theirs.'),
    ])
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
    press('Enter')
    expect(screen.getByText('No exact match. Choose one.')).toBeDefined()
    press('ArrowDown')
    press('Enter')
    expect(screen.getByText('Unavailable: The destination is banned.')).toBeDefined()
    expect(button('Transfer').disabled).toBe(true)
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  // [2.5 nobody found] [2.8 transfer not found] [R43 messages]
  test('no match and a failed lookup show the documented message; a failed one can be retried', async () => {
    const { call, calls } = holdCalls()
    await renderConsole(menu)
    const box = await openDialog()
    type(box, 'nobody')
    await (await call(/find/)).answer(notFound, 404)
    await (await call(/GET \/customers\?/)).answer(listOf([]))
    await screen.findByText('Customer not found!')
    type(box, 'broken')
    await (await call(/find\/broken/)).fail(500, 'Broken')
    await (await call(/GET \/customers\?.*broken/)).fail(500, 'Broken')
    await screen.findByText('Customer not found! The look-up failed.')
    const before = calls.length
    press('Enter')
    await waitFor(() => expect(calls.length).toBe(before + 2))
  })

  test('a whole name is an exact match if it is one person’s, whatever the order of its words', async () => {
    const { call } = holdCalls()
    await renderConsole(menu)
    const box = await openDialog()
    type(box, 'ruiz ÁNA')
    await (await call(/find/)).answer(notFound, 404)
    await (await call(/GET \/customers\?/)).answer(listOf([customerRowOf(9, 'Ana Ruiz-Vega', 'vega@cafesol.es'), ana]))
    await waitFor(() => expect(options()[0]).toContain('exact match'))
    press('Enter')
    expect(screen.getByRole('dialog').textContent).toContain('goes to Ana Ruiz (ana@cafesol.es, #8812)')
  })

  test.each([
    ['two people have it', 'ana ruiz', listOf([ana, customerRowOf(9, 'Ana Ruiz', 'other@cafesol.es')])],
    ['there may be others', 'ana ruiz', { ...listOf([ana]), pagination: { ...listOf([]).pagination, has_next_page: true } }],
    ['it is only a part', 'ana', listOf([ana])],
  ])('a name is no exact match if %s', async (_why, text, found) => {
    const { call } = holdCalls()
    await renderConsole(menu)
    const box = await openDialog()
    type(box, text)
    await (await call(/find/)).answer(notFound, 404)
    await (await call(/GET \/customers\?/)).answer(found)
    await waitFor(() => expect(options()[0]).toContain('Ana Ruiz'))
    press('Enter')
    expect(screen.getByText('No exact match. Choose one.')).toBeDefined()
  })

  test('changing the text clears the selection', async () => {
    const { call } = holdCalls()
    await renderConsole(menu)
    const box = await openDialog()
    type(box, '8812')
    await (await call(/find/)).answer(anaFound)
    await (await call(/GET \/customers\?/)).answer(listOf([ana]))
    await waitFor(() => expect(options()).toHaveLength(1))
    fireEvent.click(screen.getByRole('option'))
    expect(button(/Transfer to #8812/).disabled).toBe(false)
    expect(screen.getByText('Counting what it affects…')).toBeDefined()
    await (await call(/GET \/qrs\/41\/impact/)).fail(500, 'Broken')
    await screen.findByText(/effects could not be loaded/)
    expect(button(/Transfer to #8812/).disabled).toBe(false)
    type(box, '8812x')
    expect(button('Transfer').disabled).toBe(true)
    expect(screen.getByRole('dialog').textContent).not.toContain('goes to')
  })

  // [2.4 transfer failed] [2.8 transfer failed] [R43 messages]
  test('a failed transfer closes the dialog and shows the documented error', async () => {
    const { call } = holdCalls()
    await renderConsole(menu)
    const box = await openDialog()
    type(box, '8812')
    await (await call(/find/)).answer(anaFound)
    await (await call(/GET \/customers\?/)).answer(listOf([ana]))
    await waitFor(() => expect(options()).toHaveLength(1))
    press('Enter')
    press('Enter')
    const refusal = { statusCode: 409, error: 'unavailable_action', message: 'The destination is banned.' }
    await (await call(/PATCH/)).answer(refusal, 409)
    await screen.findByText('Qr transfer error, try again.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('changing a uri', () => {
  // [2.2 uri dialog] [2.5 uri] [2.8 uri in use]
  test('requires a change, validates the input, and keeps the dialog open if the uri is in use', async () => {
    const { call, calls } = holdCalls()
    await renderConsole(menu)
    press('q')
    press('u')
    await screen.findByRole('dialog', { name: 'Change URI' })
    const field = screen.getByLabelText<HTMLInputElement>('URI')
    await waitFor(() => expect(field.value).toBe('aB3xYz'))
    expect(button('Change URI').disabled).toBe(true)
    const refusals = [
      ['', 'Must be present.'],
      ['a'.repeat(26), 'Must have less than 25 characters.'],
      ['мenu', 'Only letters, digits, - and _ are allowed.'],
      ['Login', 'This word is reserved.'],
    ] as const
    for (const [text, refusal] of refusals) {
      type(field, text)
      fireEvent.click(button('Change URI'))
      expect(screen.getByText(refusal)).toBeDefined()
    }
    type(field, 'summer')
    fireEvent.click(button('Change URI'))
    await (await call(/PATCH \/qrs\/41\/uri/)).answer({ statusCode: 409, error: 'uri_in_use', message: 'URI already in use.' }, 409)
    await screen.findByText('Not done: URI already in use.')
    expect(field.value).toBe('summer')
    expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
    type(field, 'summer-26')
    fireEvent.click(button(/^(Try again|Change URI)$/))
    const second = await call(/PATCH \/qrs\/41\/uri/)
    expect(second.body).toEqual({ uri: 'summer-26' })
    await second.answer({ ...menu.record, uri: 'summer-26', auditId: 5, undoable: true })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
