import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Toasts } from '../../src/layout/kit/toasts.tsx'
import { customerAt, refusal, serveCustomer } from './support/customer-page.tsx'

describe('the note', () => {
  const note = { note: 'Calls on Mondays', createdAt: 1_731_000_000, authorName: 'Marta', version: 3 }
  const served = (answer: Parameters<typeof serveCustomer>[1] = () => undefined) =>
    serveCustomer({}, (path, method, sent, query) => {
      const own = answer(path, method, sent, query)
      return own ?? (path === '/customers/8812/note' && method === 'GET' ? { body: note } : undefined)
    })

  test('shows text, author and time [1.2 notes panel]', async () => {
    served()
    await customerAt('/customers/8812')
    const card = within(await screen.findByRole('region', { name: 'Note' }))
    await card.findByText('Calls on Mondays')
    expect(card.queryByText(/^Marta · 07\/11\/2024/)).not.toBeNull()
  })

  test('is saved with the version it is based on [1.5 note]', async () => {
    const { sent } = served()
    const { address } = await customerAt('/customers/8812?note=true')
    const field = await screen.findByRole('textbox', { name: 'Note' })
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: 'Calls on Tuesdays' } })
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(address()).toBe('/customers/8812'))
    expect(sent).toEqual([{ method: 'PATCH', path: '/customers/8812/note', body: { text: 'Calls on Tuesdays', version: 3 } }])
  })

  test('confirms that it was saved [1.8 note toasts]', async () => {
    served()
    render(<Toasts />)
    await customerAt('/customers/8812?note=true')
    fireEvent.change(await screen.findByRole('textbox', { name: 'Note' }), { target: { value: 'Calls on Fridays' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Note on Ana Ruiz saved.')
  })

  test('is deleted with the version it is based on [1.8 note toasts]', async () => {
    const { sent } = served()
    render(<Toasts />)
    await customerAt('/customers/8812?note=true')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent).toEqual([{ method: 'PATCH', path: '/customers/8812/note', body: { text: '', version: 3 } }]))
    await screen.findByText('Note on Ana Ruiz deleted.')
  })

  test('keeps the input and shows an error if saving fails [1.8 note not saved]', async () => {
    served((_path, method) => (method === 'PATCH' ? refusal(500, 'server_error') : undefined))
    await customerAt('/customers/8812?note=true')
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
    fireEvent.change(field, { target: { value: 'A long story' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Error saving note, try again.')
    expect(field.value).toBe('A long story')
  })

  test('keeps input typed during a save and saves it next', async () => {
    const stored = { ...note }
    const { sent } = serveCustomer({}, (path, method, { body }) => {
      if (path !== '/customers/8812/note') return undefined
      if (method === 'GET') return { body: { ...stored } }
      Object.assign(stored, { note: body['text'], version: stored.version + 1 })
      if (stored.version === 4)
        fireEvent.change(screen.getByRole('textbox', { name: 'Note' }), { target: { value: 'Calls on Tuesdays at 9' } })
      return undefined
    })
    render(<Toasts />)
    const { address } = await customerAt('/customers/8812?note=true')
    fireEvent.change(await screen.findByRole('textbox', { name: 'Note' }), { target: { value: 'Calls on Tuesdays ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Note on Ana Ruiz saved, but not what you have typed since.')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Calls on Tuesdays at 9')
    await waitFor(() => expect(screen.queryByText(/Somebody else changed/)).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe('/customers/8812'))
    expect(sent.map(({ body }) => body)).toEqual([
      { text: 'Calls on Tuesdays', version: 3 },
      { text: 'Calls on Tuesdays at 9', version: 4 },
    ])
  })

  test.each([
    ['a new text goes below theirs', 'Refund promised', 'Calls on Fridays\n\nRefund promised'],
    [
      'of a text that goes on from the old one, what was added does',
      'Calls on Mondays\nRefund promised',
      'Calls on Fridays\n\nRefund promised',
    ],
  ])('keeps both if somebody else saved meanwhile: %s', async (_what, typed, both) => {
    const stored = { ...note }
    const { sent } = serveCustomer({}, (path, method, { body }) => {
      if (path !== '/customers/8812/note') return undefined
      if (method === 'GET') return { body: { ...stored } }
      if (body['version'] === stored.version && stored.version > 3) return undefined
      Object.assign(stored, { note: 'Calls on Fridays', authorName: 'Olga', version: 4 })
      return refusal(409, 'stale')
    })
    const { address } = await customerAt('/customers/8812?note=true')
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Keep both' }))
    expect(field.value).toBe(both)
    expect(document.activeElement).toBe(field)
    expect(screen.queryByRole('button', { name: 'Keep both' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe('/customers/8812'))
    expect(sent.at(-1)?.body).toEqual({ text: both, version: 4 })
  })

  test('offers no choice of both if one of the notes is empty', async () => {
    const stored: { note: string | null; createdAt: number; authorName: string; version: number } = { ...note }
    serveCustomer({}, (path, method) => {
      if (path !== '/customers/8812/note') return undefined
      if (method === 'GET') return { body: { ...stored } }
      Object.assign(stored, { note: null, version: null })
      return refusal(409, 'stale')
    })
    await customerAt('/customers/8812?note=true')
    fireEvent.change(await screen.findByRole('textbox', { name: 'Note' }), { target: { value: 'Calls on Sundays' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('button', { name: 'Keep yours' })
    expect(screen.queryByRole('button', { name: 'Keep both' })).toBeNull()
  })

  test('rejects a note that is too long before sending it', async () => {
    const { sent } = served()
    await customerAt('/customers/8812?note=true')
    const field = await screen.findByRole('textbox', { name: 'Note' })
    fireEvent.change(field, { target: { value: 'x'.repeat(10_001) } })
    expect(screen.queryByText('Must have less than 10000 characters.')).not.toBeNull()
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    expect(sent).toEqual([])
  })
})
