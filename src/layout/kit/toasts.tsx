import type { ComponentType } from 'react'
import { ApiFailure, statusText, UnfitReply } from '../../api/client.ts'
import { createStore, useStore } from './store.ts'
import { LazyComponent, useLazy } from './lazy-component.ts'
import type { ShowToast } from './toaster.tsx'

const successTime = 2000
/** Long enough to find and press the action (undo). */
const actionTime = 8000
const errorTime = 3000

/** What is waiting for the toaster, which is fetched on idle, or when there is something to say for the first time. */
const waiting: Parameters<ShowToast>[] = []
const wanted = createStore(false)
let showNow: ShowToast | null = null

/** What shows a toast for as long as something goes on, in a box so that the store does not call it. */
export const lastingToast = createStore<{ Toast: ComponentType } | null>(null)

const toaster = new LazyComponent(() => import('./toaster.tsx').then((module) => module.Toaster))

/** Fetches the toaster ahead: what there is to say may be that the connection is gone. */
export const loadToaster = () => toaster.load()

/** The place where toasts appear; stands once, at the root. Screen readers hear them politely. */
export function Toasts() {
  // Without its code a toast is lost, and nothing else: the next one tries again.
  const lasting = useStore(lastingToast)
  const Toaster = useLazy(toaster, useStore(wanted) || lasting !== null, () => {
    waiting.length = 0
    wanted.set(false)
  })
  return Toaster && <Toaster onReady={flush} Lasting={lasting?.Toast ?? null} />
}

/** Says that something was done: two seconds, eight when there is an action to take. */
export function toastSuccess(message: string, options: { action?: { label: string; onClick: () => void } } = {}) {
  show({ kind: 'success', title: message, action: options.action }, options.action ? actionTime : successTime)
}

/**
 * Says that something failed, for three seconds: the caller's title, and what the error says.
 * @param text stands in place of what the error says, where the documents name it
 */
export function toastError(title: string, error: unknown, text = errorText(title, error)) {
  show({ kind: 'error', title, text }, errorTime)
}

/**
 * What a toast says under its title: the text of the status (ruling 21), and the server's own message where it adds to
 * that. 'Unknwon error', spelled so, where there is no status.
 */
export function errorText(title: string, error: unknown): string {
  if (!(error instanceof ApiFailure)) return statusText(null)
  if (error instanceof UnfitReply) return error.message
  const text = statusText(error.status)
  const message = error.body?.message
  const bare = (said: string) => said.replace(/[.!]+$/, '').toLowerCase()
  return message === undefined || [title, text].some((said) => bare(said) === bare(message)) ? text : `${text}: ${message}`
}

function show(...toast: Parameters<ShowToast>) {
  if (showNow) showNow(...toast)
  else {
    waiting.push(toast)
    wanted.set(true)
  }
}

function flush(ready: ShowToast | null) {
  showNow = ready
  if (ready) for (const toast of waiting.splice(0)) ready(...toast)
}
