import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Toasts } from '../../src/layout/kit/toasts.tsx'
import { TwoStepVerificationView } from '../../src/views/two-step-verification/two-step-verification-view.tsx'

const reply = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const fetchMock = vi.fn<typeof fetch>()
const onVerified = vi.fn<() => Promise<void>>(async () => {})
const backToLogin = vi.fn<(why: string | null) => void>()

function open() {
  render(<TwoStepVerificationView email="ana@example.com" onVerified={onVerified} backToLogin={backToLogin} />)
  return screen.getAllByRole<HTMLInputElement>('textbox')
}

function box(boxes: HTMLInputElement[], index: number): HTMLInputElement {
  const found = boxes[index]
  if (!found) throw new Error(`no box ${index}`)
  return found
}

function typeCode(boxes: HTMLInputElement[], code: string) {
  code.split('').forEach((digit, index) => fireEvent.change(box(boxes, index), { target: { value: digit } }))
}

const paste = (target: HTMLInputElement, text: string) => fireEvent.paste(target, { clipboardData: { getData: () => text } })
const valuesOf = (boxes: HTMLInputElement[]) => boxes.map(({ value }) => value).join('')
const sent = () => fetchMock.mock.calls.map(([, init]) => init?.body)

describe('two-factor authentication', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', fetchMock.mockReset())
    onVerified.mockClear()
    backToLogin.mockClear()
  })

  test('advances while typing and sends the complete code once [1.2 six boxes]', async () => {
    fetchMock.mockResolvedValue(reply(200, { success: true }))
    const boxes = open()
    expect(document.activeElement).toBe(boxes[0])
    fireEvent.change(box(boxes, 0), { target: { value: '1' } })
    expect(document.activeElement).toBe(boxes[1])
    typeCode(boxes, '123456')
    fireEvent.submit(screen.getByRole('form'))
    await waitFor(() => expect(onVerified).toHaveBeenCalledOnce())
    expect(sent()).toEqual([JSON.stringify({ code: '123456' })])
  })

  test('moves back on Backspace [1.2 backspace]', () => {
    const boxes = open()
    typeCode(boxes, '12')
    fireEvent.keyDown(box(boxes, 2), { key: 'Backspace' })
    expect(document.activeElement).toBe(boxes[1])
    expect(valuesOf(boxes)).toBe('1')
  })

  test('fills in a pasted code and sends it [1.2 pasted code]', async () => {
    fetchMock.mockResolvedValue(reply(200, { success: true }))
    const boxes = open()
    paste(box(boxes, 2), '123 456')
    expect(valuesOf(boxes)).toBe('123456')
    await waitFor(() => expect(onVerified).toHaveBeenCalledOnce())
  })

  // [1.4 invalid 2fa code] [1.8 invalid 2fa code] [R7 wrong code]
  test.each([
    ['a 401', () => reply(401, { statusCode: 401, error: 'invalid_code', message: 'Invalid 2FA code.' })],
    ['a 401 without a body of ours', () => new Response('no', { status: 401 })],
    ['200 without success', () => reply(200, { success: false })],
  ])('reports a wrong code after %s and clears the boxes', async (_name, answer) => {
    fetchMock.mockImplementation(async () => answer())
    const boxes = open()
    paste(box(boxes, 0), '123456')
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid 2FA code.')
    expect(valuesOf(boxes)).toBe('')
    expect(document.activeElement).toBe(boxes[0])
    expect(backToLogin).not.toHaveBeenCalled()
    expect(onVerified).not.toHaveBeenCalled()
  })

  test('shows the server’s message for a wrong code in a toast [1.8 invalid code] [1.8 invalid 2fa code]', async () => {
    fetchMock.mockImplementation(async () => reply(401, { statusCode: 401, error: 'invalid_code', message: 'This code was used before.' }))
    const { container } = render(<Toasts />)
    paste(box(open(), 0), '123456')
    await waitFor(() => expect(container.querySelector('[data-kind=error]')?.textContent).toBe('Invalid codeThis code was used before.'))
  })

  test('keeps the code when the server fails and resends it on submit', async () => {
    fetchMock.mockResolvedValueOnce(new Response('<html>', { status: 502 })).mockResolvedValueOnce(reply(200, { success: true }))
    const boxes = open()
    paste(box(boxes, 0), '123456')
    await screen.findByRole('alert')
    expect(valuesOf(boxes)).toBe('123456')
    fireEvent.submit(screen.getByRole('form'))
    await waitFor(() => expect(onVerified).toHaveBeenCalledOnce())
  })

  test('says how long to wait after too many codes, and who can help', async () => {
    const body = { statusCode: 429, error: 'too_many_requests', message: 'Too many attempts, try again later.' }
    fetchMock.mockImplementation(async () => Response.json(body, { status: 429, headers: { 'retry-after': '80000' } }))
    paste(box(open(), 0), '123456')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Too many codes were tried. Wait 23 hours, or ask a colleague with full access to unlock your account, then sign in again.',
    )
    expect(backToLogin).not.toHaveBeenCalled()
  })

  test('returns to the login with the reason when the challenge has expired', async () => {
    fetchMock.mockResolvedValue(reply(401, { statusCode: 401, error: 'challenge_expired', message: 'over' }))
    paste(box(open(), 0), '123456')
    await waitFor(() => expect(backToLogin).toHaveBeenCalledWith(expect.stringMatching(/took too long/)))
  })

  test('requires six digits [1.5 two-factor code]', () => {
    const boxes = open()
    typeCode(boxes, '12')
    fireEvent.submit(screen.getByRole('form'))
    expect(screen.getByRole('alert').textContent).toContain('Must have exactly 6 characters.')
    expect(fetchMock).not.toHaveBeenCalled()
  })
})
