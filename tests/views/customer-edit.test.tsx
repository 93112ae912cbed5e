import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Toasts } from '../../src/layout/kit/toasts.tsx'
import { customerAt, refusal, serveCustomer } from './support/customer-page.tsx'

const form = () => screen.findByRole('form', { name: 'Edit customer' })
const type = (label: string, text: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('editing a customer', () => {
  test('opens and closes through the URL and sends only changes with the version [1.2 customer card] [1.5 empty limit]', async () => {
    const { sent } = serveCustomer({ qrLimit: 500, bulkLimit: 50, version: 4 })
    const { address } = await customerAt('/customers/8812?edit=true')
    await form()
    type('QR code limit', '')
    type('Bulk upload limit', ' 1000 ')
    fireEvent.change(screen.getByLabelText('SEPA'), { target: { value: 'false' } })
    press('Save')
    await waitFor(() => expect(address()).toBe('/customers/8812'))
    expect(sent).toEqual([
      { method: 'PATCH', path: '/customers/8812', body: { qrLimit: null, bulkLimit: 1000, allowSepa: false, version: 4 } },
    ])
    expect(sessionStorage).toHaveLength(0)
  })

  // [1.5 bulk limit] [1.5 qr limit] [1.5 domains limit]
  test.each([
    ['QR code limit', ['0', '100001', '1.5', 'many', '-3'], ['1', '100000'], 'Must be a whole number from 1 to 100000.'],
    ['Bulk upload limit', ['4', '1001'], ['5', '1000'], 'Must be a whole number from 5 to 1000.'],
    ['Domain limit', ['0', '31'], ['1', '30'], 'Must be a whole number from 1 to 30.'],
    ['Email', ['', 'ana@', 'a b@c.de'], ['ana@cafesol.example.org'], null],
  ])('checks the %s against its limits at the field before sending anything', async (label, wrong, right, message) => {
    const { sent } = serveCustomer({})
    await customerAt('/customers/8812?edit=true')
    await form()
    for (const text of wrong) {
      type(label, text)
      press('Save')
      await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'))
      if (message !== null) expect(screen.queryByText(message)).not.toBeNull()
    }
    expect(sent).toEqual([])
    type(label, right.at(-1) ?? '')
    press('Save')
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  test('shows an error if the email exists already and keeps all input', async () => {
    serveCustomer({}, (_path, method) => (method === 'PATCH' ? refusal(409, 'email_conflict') : undefined))
    await customerAt('/customers/8812?edit=true')
    await form()
    type('Email', 'taken@example.com')
    type('Domain limit', '7')
    press('Save')
    await screen.findByText('Email already exists.')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('taken@example.com')
    expect(screen.getByLabelText<HTMLInputElement>('Domain limit').value).toBe('7')
  })

  test('confirms that it was saved [1.8 customer saved]', async () => {
    serveCustomer({})
    render(<Toasts />)
    await customerAt('/customers/8812?edit=true')
    await form()
    type('Domain limit', '7')
    press('Save')
    await screen.findByText('Customer saved.')
  })

  test('shows the documented error when saving fails and keeps the input', async () => {
    serveCustomer({}, (_path, method) => (method === 'PATCH' ? refusal(500, 'server_error') : undefined))
    render(<Toasts />)
    await customerAt('/customers/8812?edit=true')
    await form()
    type('Domain limit', '7')
    press('Save')
    await screen.findByText('User changed error, try again..!')
    expect(screen.getByLabelText<HTMLInputElement>('Domain limit').value).toBe('7')
  })

  test('retries silently if others changed other fields', async () => {
    const { sent, customer } = serveCustomer({ version: 1 }, (_path, method, { body }) => {
      if (method !== 'PATCH' || body['version'] === 2) return undefined
      Object.assign(customer, { version: 2, bulkLimit: 99 })
      return refusal(409, 'stale')
    })
    const { address } = await customerAt('/customers/8812?edit=true')
    await form()
    type('QR code limit', '7')
    press('Save')
    await waitFor(() => expect(address()).toBe('/customers/8812'))
    expect(sent.map(({ body }) => body)).toEqual([
      { qrLimit: 7, version: 1 },
      { qrLimit: 7, version: 2 },
    ])
  })

  test.each([
    ['Keep yours', [{ qrLimit: 7, bulkLimit: 20, version: 2 }]],
    ['Take theirs', [{ bulkLimit: 20, version: 2 }]],
  ])('shows both values if someone else changed the same field: %s', async (choice, after) => {
    const { sent, customer } = serveCustomer({ version: 1, qrLimit: 5 }, (_path, method, { body }) => {
      if (method !== 'PATCH' || body['version'] === 2) return undefined
      Object.assign(customer, { version: 2, qrLimit: 300 })
      return refusal(409, 'stale')
    })
    await customerAt('/customers/8812?edit=true')
    await form()
    type('QR code limit', '7')
    type('Bulk upload limit', '20')
    press('Save')
    const conflict = await screen.findByText(/Somebody else changed “QR code limit”/)
    const shown = conflict.parentElement?.textContent
    expect(shown).toContain('Theirs: 300')
    expect(shown).toContain('Yours: 7')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    expect(sent).toHaveLength(1)
    press(choice)
    press('Save')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.slice(1).map(({ body }) => body)).toEqual(after)
  })

  test('keeps input across a reload and asks before discarding it', async () => {
    serveCustomer({})
    await customerAt('/customers/8812?edit=true')
    await form()
    type('Domain limit', '12')
    cleanup()
    const { address } = await customerAt('/customers/8812?edit=true')
    fireEvent.keyDown(await form(), { key: 'Escape' })
    expect(screen.getByLabelText<HTMLInputElement>('Domain limit').value).toBe('12')
    fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
    fireEvent.keyDown(await form(), { key: 'Escape' })
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(address()).toBe('/customers/8812'))
    expect(sessionStorage).toHaveLength(0)
  })

  test('keeps input typed during a save as a change to the saved record', async () => {
    const { sent, customer } = serveCustomer({ version: 1, qrLimit: 5, bulkLimit: 10 }, (_path, method, { body }) => {
      if (method !== 'PATCH') return undefined
      Object.assign(customer, { ...body, version: customer.version + 1 })
      if (customer.version === 2) {
        type('QR code limit', '78')
        type('Domain limit', '9')
      }
      return undefined
    })
    render(<Toasts />)
    const { address } = await customerAt('/customers/8812?edit=true')
    await form()
    type('QR code limit', '7')
    type('Bulk upload limit', '20')
    press('Save')
    await screen.findByText('Customer saved, but not what you have typed since.')
    expect(screen.getByLabelText<HTMLInputElement>('QR code limit').value).toBe('78')
    expect(screen.getByLabelText<HTMLInputElement>('Bulk upload limit').value).toBe('20')
    await waitFor(() => expect(screen.queryByText(/Somebody else changed/)).toBeNull())
    press('Save')
    await waitFor(() => expect(address()).toBe('/customers/8812'))
    expect(sent.map(({ body }) => body)).toEqual([
      { qrLimit: 7, bulkLimit: 20, version: 1 },
      { qrLimit: 78, domainsLimit: 9, version: 2 },
    ])
    expect(sessionStorage).toHaveLength(0)
  })

  test('closes at once if nothing changed', async () => {
    const { sent } = serveCustomer({})
    const { address } = await customerAt('/customers/8812?edit=true')
    fireEvent.keyDown(await form(), { key: 'Escape' })
    await waitFor(() => expect(address()).toBe('/customers/8812'))
    expect(sent).toEqual([])
  })
})
