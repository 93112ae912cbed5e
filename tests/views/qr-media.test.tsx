import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { MediaFile } from '../../src/contract/qr-media.ts'
import type { Qr } from '../../src/contract/qrs.ts'
import { fileAddress, fileName, pictureAddress } from '../../src/views/qr-media/media-table.tsx'
import { user } from './palette-harness.tsx'
import { openScreen } from './support/console.tsx'

const origin = 'https://console.example'

describe('the URL of a file', () => {
  test.each([
    ['https://media.example/12/a.jpg', 'https://media.example/12/a.jpg'],
    ['/media/12/a.jpg', 'https://console.example/media/12/a.jpg'],
    ['/api/admin/qrs/media/12/files/a.jpg', 'https://console.example/api/admin/qrs/media/12/files/a.jpg'],
    ['/api/admin/auth/logout', null],
    ['/media/../api/admin/auth/logout', null],
    ['/api/admin/qrs/media/../../auth/logout', null],
    ['https://console.example/api/admin/auth/logout', null],
    ['//evil.example/a.jpg', null],
    ['/\\evil.example/a.jpg', null],
    ['javascript:alert(1)', null],
    ['https://127.0.0.1:4710@evil.example/x.jpg', null],
    ['data:image/svg+xml,<svg/>', null],
    ['a.jpg', null],
    ['', null],
  ])('%s resolves to %s', (text, expected) => expect(fileAddress(text, origin)).toBe(expected))

  test.each([
    [{ type: 'image', url: 'https://media.example/a.jpg', src: '/media/12/a.jpg' }, 'https://console.example/media/12/a.jpg'],
    [{ type: 'image', url: '/media/12/a.jpg', src: 'https://media.example/a.jpg' }, 'https://console.example/media/12/a.jpg'],
    [{ type: 'image', url: 'https://media.example/a.jpg', src: 'https://media.example/a.jpg' }, null],
    [{ type: 'media', url: '/media/12/a.mp4', src: '/media/12/a.mp4' }, null],
    [{ type: 'image', url: '/api/admin/auth/logout', src: '/api/admin/auth/logout' }, null],
  ])('the picture shown for %o is %s [2.2 media table]', (file, expected) => expect(pictureAddress(file, origin)).toBe(expected))

  test.each([
    ['https://media.example/12/caf%C3%A9.jpg', 'café.jpg'],
    ['https://media.example/12/100%.jpg', '100%.jpg'],
    ['https://media.example/', 'https://media.example/'],
  ])('%s is named %s', (address, name) => expect(fileName(address)).toBe(name))
})

const aQr: Qr = {
  id: 12,
  name: 'Summer menu',
  type: 'images',
  createdAt: 1,
  updatedAt: 1,
  scans: 0,
  visits: 0,
  virus: false,
  status: 1,
  stopped: 0,
  uri: 'summer',
  user: 7,
  owner: null,
  whitelisted: false,
  content: { url: null },
  qrUri: 'https://qr.example.com/summer',
  version: 1,
  data: {},
}

interface Sent {
  method: string
  path: string
  body: unknown
}

/** A server with one QR and its files; `refuse` may refuse a deletion. */
function serveMedia(files: Record<string, MediaFile>, refuse: (sent: Sent) => { status: number; body: unknown } | null = () => null) {
  const sent: Sent[] = []
  let loads = 0
  const answer = (method: string, path: string, call: Sent): { status: number; body: unknown } => {
    if (path === '/qrs/12') return { status: 200, body: aQr }
    if (path !== '/qrs/media/12') return { status: 404, body: { statusCode: 404, error: 'not_found', message: 'QR 99 was not found.' } }
    if (method === 'GET') {
      loads++
      return { status: 200, body: { files } }
    }
    const refused = refuse(call)
    if (refused) return refused
    for (const key of method === 'DELETE' ? Object.keys(files) : [(call.body as { key: string }).key]) delete files[key]
    return { status: 200, body: { success: true, ...(method === 'DELETE' ? { partialDelete: false } : {}) } }
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const path = new URL(input, 'http://localhost').pathname.replace('/api/admin', '')
    const method = init.method ?? 'GET'
    const call = { method, path, body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null }
    if (method !== 'GET') sent.push(call)
    const { status, body } = answer(method, path, call)
    return Response.json(body, { status })
  })
  return { sent, loads: () => loads }
}

const aFile = (name: string, facts: Partial<MediaFile> = {}): MediaFile => ({
  type: 'image',
  url: `https://media.example/12/${name}`,
  src: `https://media.example/12/${name}`,
  ...facts,
})

const mediaAt = (address: string, capabilities = user.capabilities) => openScreen(address, { ...user, capabilities })

const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const confirm = async (name: string, button: string) => {
  const dialog = await screen.findByRole('alertdialog', { name })
  expect(dialog.textContent).toContain('This cannot be undone.')
  // On its text, where Enter does nothing.
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  expect(document.activeElement?.tagName).not.toBe('BUTTON')
  fireEvent.click(within(dialog).getByRole('button', { name: button }))
}

describe('the media of a QR code', () => {
  test('names the QR code, links its customer and links each file with a safe URL [2.2 media] [2.2 media table]', async () => {
    serveMedia({ 'image-0': aFile('beach.jpg'), 'image-1': aFile('x', { url: 'javascript:alert(1)', src: '' }) })
    await mediaAt('/qrs/media/12')
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Media of Summer menu')
    expect(screen.getByRole('link', { name: 'Customer #7' }).getAttribute('href')).toBe('/customers/7')
    await waitFor(() => expect(rows()).toHaveLength(2))
    const link = screen.getByRole('link', { name: 'beach.jpg' })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://media.example/12/beach.jpg',
      '_blank',
      'noopener noreferrer',
    ])
    expect(rows()[1]?.textContent).toContain('javascript:alert(1)')
    expect(within(rows()[1] as HTMLElement).queryByRole('link')).toBeNull()
    expect(document.querySelector('img')).toBeNull()
  })

  test('deletes a file after confirmation and reloads the list [2.2 media delete] [2.8 media]', async () => {
    const server = serveMedia({ 'image-0': aFile('a.jpg'), 'image-1': aFile('b.jpg') })
    await mediaAt('/qrs/media/12')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete image-0' }))
    expect(server.sent).toHaveLength(0)
    await confirm('Delete image-0?', 'Delete')
    await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining('image-1')]))
    expect(server.sent).toEqual([{ method: 'PATCH', path: '/qrs/media/12', body: { key: 'image-0', value: null } }])
    await screen.findByText('Deleted: image-0.')
  })

  // Must come before the next test, whose toast would still be shown.
  test('reports a partial deletion and reloads the remaining files [2.8 media] [R44 error shown]', async () => {
    const files = { 'image-0': aFile('a.jpg'), 'image-1': aFile('b.jpg') } as Record<string, MediaFile>
    const server = serveMedia(files, () => {
      delete files['image-0']
      return { status: 200, body: { success: true, partialDelete: true } }
    })
    await mediaAt('/qrs/media/12')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete all' }))
    await confirm('Delete all media of Summer menu?', 'Delete all')
    await screen.findByText('Some files could not be deleted, please try again')
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(server.loads()).toBe(2)
    expect(screen.queryByText(/^Deleted: all/)).toBeNull()
  })

  // [2.2 media delete all] [2.2 media empty] [2.8 media empty]
  test('deletes all files and then says that there are none', async () => {
    const server = serveMedia({ 'image-0': aFile('a.jpg'), 'image-1': aFile('b.jpg') })
    await mediaAt('/qrs/media/12')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete all' }))
    await confirm('Delete all media of Summer menu?', 'Delete all')
    await screen.findByText('No data found for this QR')
    expect(server.sent).toEqual([{ method: 'DELETE', path: '/qrs/media/12', body: null }])
    expect(screen.queryByRole('button', { name: 'Delete all' })).toBeNull()
  })

  test('says that a file was already deleted by somebody else, and reloads the list [2.8 media]', async () => {
    const files = { 'image-0': aFile('a.jpg'), 'image-1': aFile('b.jpg') } as Record<string, MediaFile>
    serveMedia(files, () => {
      delete files['image-0']
      return { status: 404, body: { statusCode: 404, error: 'not_found', message: 'There is no file image-0.' } }
    })
    await mediaAt('/qrs/media/12')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete image-0' }))
    await confirm('Delete image-0?', 'Delete')
    await screen.findByText(/there is no file image-0/i)
    await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(1))
  })

  test.each(['99', 'abc', '0'])('says that QR %s was not found and links back', async (id) => {
    serveMedia({})
    await mediaAt(`/qrs/media/${id}`)
    await screen.findByRole('heading', { level: 1, name: 'QR code not found' })
    expect(screen.getByRole('link', { name: 'QR codes' }).getAttribute('href')).toBe('/qrs')
  })

  test('hides deletion from users without permission', async () => {
    serveMedia({ 'image-0': aFile('a.jpg') })
    await mediaAt('/qrs/media/12', ['qrs.read'])
    await screen.findByText('image-0')
    expect(screen.queryByRole('button', { name: /^delete/i })).toBeNull()
  })
})
