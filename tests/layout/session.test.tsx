import { QueryClient } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../src/api/client.ts'
import { ofVisit } from '../../src/api/visit.ts'
import { listCustomers } from '../../src/contract/customers.ts'
import { readDraft, writeDraft } from '../../src/layout/kit/form/draft.ts'
import { useSearchDraft } from '../../src/layout/list/filters/use-search-draft.ts'
import { checkSession, completeSignIn, signOut, startSession, useSession, wasSignedIn } from '../../src/layout/session/session.ts'
import { visitStore } from '../../src/layout/session/visit.ts'

const user = (id = 1) => ({
  id,
  name: `Person ${id}`,
  email: `person${id}@example.com`,
  rol: 1,
  capabilities: [],
  productName: 'Quaydesk',
  publicSiteUrl: 'https://qr.example',
  appUrl: 'https://app.example',
  paymentProviderUrl: 'https://pay.example',
})
const unauthorized = () => Response.json({ statusCode: 401, error: 'unauthorized', message: 'Sign in to go on.' }, { status: 401 })

/** The server's answers by path ending; everything else is a 401. */
let answers: Record<string, () => Response>
let client: QueryClient
const otherTab = new BroadcastChannel('quaydesk.session')
const session = () => renderHook(() => useSession()).result

async function signIn(id = 1) {
  answers['/auth/me'] = () => Response.json(user(id))
  await act(() => completeSignIn())
}

describe('session', () => {
  beforeEach(async () => {
    answers = {}
    sessionStorage.clear()
    vi.stubGlobal(
      'fetch',
      vi.fn<(url: string) => Promise<Response>>(async (url) => {
        const path = Object.keys(answers).find((end) => url.endsWith(end))
        return path ? (answers[path]?.() ?? unauthorized()) : unauthorized()
      }),
    )
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    await act(() => startSession(client))
  })

  // [1.2 start 401] [2.6 without session] [2.8 current user]
  test('starts signed out after a 401, and keeps the origin', () => {
    expect(session().current).toEqual({ state: 'signed-out', keepOrigin: true, notice: null })
    expect(wasSignedIn()).toBe(false)
  })

  test('starts with a retryable error after any other failure [1.4 session states] [2.8 current user]', async () => {
    answers['/auth/me'] = () => new Response('boom', { status: 500 })
    await act(() => checkSession())
    expect(session().current).toMatchObject({ state: 'failed', error: { status: 500 } })
    answers['/auth/me'] = () => Response.json(user())
    await act(() => checkSession())
    expect(session().current).toMatchObject({ state: 'signed-in', user: { id: 1 } })
    expect(wasSignedIn()).toBe(true)
  })

  test('ends on the first 401 from any call; cache and drafts stay for the same user [1.7 401 logs out] [2.8 401 signs out]', async () => {
    await signIn()
    client.setQueryData(['customers'], 'rows')
    writeDraft(1, 'form', { email: 'ana@' })
    await act(() => expect(call(listCustomers)).rejects.toMatchObject({ status: 401 }))
    expect(session().current).toMatchObject({ state: 'signed-out', keepOrigin: true, notice: expect.stringContaining('session has ended') })
    await signIn()
    expect(client.getQueryData(['customers'])).toBe('rows')
    expect(readDraft(1, 'form')).toEqual({ email: 'ana@' })
  })

  test('keeps an unsent search for the same user only [R12 kept input]', async () => {
    const box = () => renderHook(() => useSearchDraft('searchTerm', '', async () => {}))
    const endWith = async (text: string) => {
      const { result, unmount } = box()
      act(() => result.current.type(text))
      await act(() => expect(call(listCustomers)).rejects.toMatchObject({ status: 401 }))
      unmount()
    }
    await signIn(1)
    await endWith('not sent yet')
    await signIn(1)
    expect(box().result.current.text).toBe('not sent yet')
    expect(box().result.current.text).toBe('')
    await endWith('of the first')
    await signIn(2)
    expect(box().result.current.text).toBe('')
  })

  test('forgets an unsent search when the user leaves the page', async () => {
    await signIn()
    const box = () => renderHook(() => useSearchDraft('searchTerm', '', async () => {}))
    const { result, unmount } = box()
    act(() => result.current.type('not sent yet'))
    unmount()
    expect(box().result.current.text).toBe('')
  })

  test('clears the cache when a different user signs in', async () => {
    await signIn(1)
    client.setQueryData(['customers'], 'rows')
    await act(() => expect(call(listCustomers)).rejects.toMatchObject({ status: 401 }))
    await signIn(2)
    expect(client.getQueryData(['customers'])).toBeUndefined()
  })

  // [1.2 failed logout] [1.4 logout clears] [2.8 logout failed]
  test('signs out even if the call fails, and clears cache and drafts', async () => {
    await signIn()
    client.setQueryData(['customers'], 'rows')
    writeDraft(1, 'form', { email: 'ana@' })
    answers['/auth/logout'] = () => new Response('boom', { status: 500 })
    await act(() => signOut())
    expect(session().current).toEqual({ state: 'signed-out', keepOrigin: false, notice: null })
    expect(client.getQueryData(['customers'])).toBeUndefined()
    expect(readDraft(1, 'form')).toBeNull()
  })

  test('forgets visit state when the user changes or signs out, but not when the session ends', async () => {
    const memory = ofVisit(() => ({}))
    await signIn()
    const first = memory()
    await act(() => call(listCustomers, { query: {} }).catch(() => {}))
    expect(session().current.state).toBe('signed-out')
    await signIn()
    expect(memory()).toBe(first)
    await act(() => call(listCustomers, { query: {} }).catch(() => {}))
    await signIn(2)
    const second = memory()
    expect(second).not.toBe(first)
    await act(() => signOut())
    expect(memory()).not.toBe(second)
  })

  test('tells whoever listens to a store of the visit that it has ended', async () => {
    const opened = visitStore(() => 'nothing')
    const received: string[] = []
    await signIn()
    const stop = opened.subscribe(() => received.push(opened.get()))
    opened.set('a question')
    await act(() => signOut())
    stop()
    expect(received).toEqual(['a question', 'nothing'])
  })

  test('signs out and in with another tab', async () => {
    await signIn()
    const now = session()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    otherTab.postMessage({ what: 'signed-out', userId: 1 })
    await waitFor(() => expect(now.current).toMatchObject({ state: 'signed-out', notice: 'You signed out in another tab.' }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    otherTab.postMessage({ what: 'signed-in', userId: 1 })
    await waitFor(() => expect(now.current).toMatchObject({ state: 'signed-in' }))
  })
})
