import type { ComponentType } from 'react'
import { ApiFailure, isOffline, statusText, UnfitReply, whyNoReply } from '../../api/client.ts'
import { LazyComponent, useLazy } from './lazy-component.ts'
import { createStore, useStore } from './store.ts'
import type { ShowToast, ToastScreen } from './toaster.tsx'

const successTime = 2000
/** Long enough to find and press the action (undo). */
const actionTime = 8000
const errorTime = 3000

/** Toasts queued until the toaster has loaded, on idle or for the first toast. */
const waiting: Parameters<ShowToast>[] = []
const wanted = createStore(false)
let ready: ToastScreen | null = null

/** A toast shown for as long as something runs. */
export const lastingToast = createStore<{ Toast: ComponentType } | null>(null)

const toaster = new LazyComponent(() => import('./toaster.tsx').then((module) => module.Toaster))

/** Preloads the toaster: the first toast may say that the connection is gone. */
export const loadToaster = () => toaster.load()

export function dropWaitingToasts() {
  waiting.length = 0
}

/** Where toasts appear, mounted once at the root. Screen readers hear them politely. */
export function Toasts() {
  // If its code fails to load, only these toasts are lost; the next one retries.
  const lasting = useStore(lastingToast)
  const Toaster = useLazy(toaster, useStore(wanted) || lasting !== null, () => {
    dropWaitingToasts()
    wanted.set(false)
  })
  return Toaster && <Toaster onReady={flush} Lasting={lasting?.Toast ?? null} />
}

/** A success toast for two seconds, or eight if it has an action. By its id it can be dismissed before. */
export function toastSuccess(message: string, { action, id }: { action?: { label: string; onClick: () => void }; id?: number } = {}) {
  show({ kind: 'success', title: message, action, id }, action ? actionTime : successTime)
}

/** Dismisses a toast whose action has been done in another way. */
export function dismissToast(id: number | undefined) {
  if (id === undefined) return
  const place = waiting.findIndex(([toast]) => toast.id === id)
  if (place >= 0) waiting.splice(place, 1)
  ready?.dismiss(id)
}

/**
 * An error toast for three seconds, with the caller's title and the error's text.
 * @param text replaces the error's text if the documents prescribe one
 */
export function toastError(title: string, error: unknown, text = errorText(title, error)) {
  show({ kind: 'error', title, text }, errorTime)
}

/**
 * A toast's second line: the status text (ruling 21), plus the server's message if it adds anything. Without a status,
 * 'Unknwon error', spelled that way, and why there is none if that is known: the person is offline, or the call got no reply.
 */
export function errorText(title: string, error: unknown): string {
  const isLost = error instanceof ApiFailure && error.status === null && error.cause !== undefined
  if (isLost || (isOffline() && !(error instanceof ApiFailure))) return `${statusText(null)}: ${whyNoReply()}`
  if (!(error instanceof ApiFailure)) return statusText(null)
  if (error instanceof UnfitReply) return error.message
  const text = statusText(error.status)
  const message = error.body?.message
  const bare = (each: string) => each.replace(/[.!]+$/, '').toLowerCase()
  return message === undefined || [title, text].some((each) => bare(each) === bare(message))
    ? text
    : `${text.replace(/\.$/, '')}: ${message}`
}

function show(...toast: Parameters<ShowToast>) {
  if (ready) ready.show(...toast)
  else {
    waiting.push(toast)
    wanted.set(true)
  }
}

function flush(screen: ToastScreen | null) {
  ready = screen
  if (screen) for (const toast of waiting.splice(0)) screen.show(...toast)
}
