import type { QueryClient } from '@tanstack/react-query'
import { currentUserQuery, sendLogout } from '../../api/auth.ts'
import { onSessionEnded } from '../../api/client.ts'
import { dropEarly } from '../../api/early.ts'
import type { CurrentUser } from '../../contract/auth.ts'
import { readStored, writeStored } from '../kit/browser-storage.ts'
import { clearDrafts } from '../kit/form/draft.ts'
import { createStore, useStore } from '../kit/store.ts'
import { withPageSettings } from './page-settings.ts'
import { startPreferences } from './preferences.ts'
import { endVisit, startVisit } from './visit.ts'

export type Session =
  | { state: 'starting' }
  | { state: 'failed'; error: unknown }
  /** `keepOrigin`: whether to return to this page after signing in. */
  | { state: 'signed-out'; keepOrigin: boolean; notice: string | null }
  | { state: 'signed-in'; user: CurrentUser }

/** The message between tabs. */
interface Announcement {
  what: 'signed-in' | 'signed-out'
  userId: number
}

/** The product name before sign-in; the server writes its setting into the page. */
const pageProductName = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Quaydesk'

const logoutTimeoutMs = 3000
const rememberedKey = 'config.wasSignedIn'

const session = createStore<Session>({ state: 'starting' })
let queryClient: QueryClient | null = null
let lastUserId: number | null = null
let otherTabs: BroadcastChannel | null = null
/** What is still loading then finds the session ended, which is no news. */
let isSigningOut = false

/** Fetches the current user, then follows sign-in and sign-out here and in other tabs. */
export function startSession(client: QueryClient): Promise<void> {
  queryClient = client
  onSessionEnded(() => end('Your session has ended. Sign in again to continue where you were.'))
  otherTabs?.close()
  otherTabs = new BroadcastChannel('quaydesk.session')
  otherTabs.addEventListener('message', (event: MessageEvent<Announcement>) => onAnnouncement(event.data))
  return checkSession()
}

/**
 * Asks the server who is signed in: a 401 leads to the login screen, other failures to a screen with a retry button.
 */
export async function checkSession(): Promise<void> {
  session.set({ state: 'starting' })
  await openConsole(null)
}

/** Ends the sign-in by opening the console; its public routes redirect to the kept origin. */
export async function completeSignIn(): Promise<void> {
  const user = await openConsole('The sign-in was accepted, but the session did not last. Sign in again.')
  if (user) announce('signed-in', user.id)
}

/** Signs out. Errors are ignored, as documented; a hanging call is abandoned after 3 s. */
export async function signOut(): Promise<void> {
  const now = session.get()
  if (now.state !== 'signed-in') return
  isSigningOut = true
  await Promise.race([sendLogout().catch(() => {}), new Promise((resolve) => setTimeout(resolve, logoutTimeoutMs))])
  isSigningOut = false
  leave(now.user.id, { keepOrigin: false, notice: null })
  announce('signed-out', now.user.id)
}

/** Whether somebody was signed in last time. Only a hint for preloading, never for permissions. */
export const wasSignedIn = () => readStored(rememberedKey) !== null

export const useSession = () => useStore(session)

/** Whether a session has ended that leads back to where it was. */
export function isInterrupted(): boolean {
  const now = session.get()
  return now.state === 'signed-out' && now.keepOrigin
}

/** The signed-in user. Throws outside the signed-in layout. */
export function useCurrentUser(): CurrentUser {
  const now = useSession()
  if (now.state !== 'signed-in') throw new Error('Nobody is signed in.')
  return now.user
}

/** The product name, a server setting. */
export function useProductName(): string {
  const now = useSession()
  return (now.state === 'signed-in' && now.user.productName) || pageProductName
}

function fetchUser(): Promise<CurrentUser | null> {
  if (!queryClient) throw new Error('The session has not been started.')
  return queryClient.fetchQuery({ ...currentUserQuery(), staleTime: 0 })
}

async function openConsole(noticeWithoutSession: string | null): Promise<CurrentUser | null> {
  try {
    const user = await fetchUser()
    if (user) enter(user)
    else forget({ keepOrigin: true, notice: noticeWithoutSession })
    return user
  } catch (error) {
    dropEarly()
    session.set({ state: 'failed', error })
    return null
  }
}

function enter(answered: CurrentUser) {
  const user = withPageSettings(answered)
  if (lastUserId !== null && lastUserId !== user.id) queryClient?.clear()
  lastUserId = user.id
  startVisit(user.id)
  writeStored(rememberedKey, '1')
  startPreferences(user.preferences, user.id)
  session.set({ state: 'signed-in', user })
}

function forget(why: { keepOrigin: boolean; notice: string | null }) {
  writeStored(rememberedKey, null)
  session.set({ state: 'signed-out', ...why })
}

/** The server ended the session. Cache and drafts stay for the same person; somebody else's sign-in clears them. */
function end(notice: string) {
  if (session.get().state !== 'signed-in' || isSigningOut) return
  forget({ keepOrigin: true, notice })
  void queryClient?.cancelQueries()
}

function leave(userId: number, { keepOrigin, notice }: { keepOrigin: boolean; notice: string | null }) {
  forget({ keepOrigin, notice })
  clearDrafts(userId)
  endVisit()
  queryClient?.clear()
}

function announce(what: Announcement['what'], userId: number) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone and takes no such argument
  otherTabs?.postMessage({ what, userId } satisfies Announcement)
}

/** Another tab, with the same cookie, signed in or out. */
function onAnnouncement({ what, userId }: Announcement) {
  const now = session.get()
  if (what === 'signed-out' && now.state === 'signed-in') leave(now.user.id, { keepOrigin: true, notice: 'You signed out in another tab.' })
  if (what === 'signed-in' && now.state === 'signed-out')
    // If this fails, the login screen simply stays.
    fetchUser().then(
      (user) => user && enter(user),
      () => {},
    )
  if (what === 'signed-in' && now.state === 'signed-in' && now.user.id !== userId) window.location.reload()
}
