import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { presenceQuery, sendLeaving, sendPresence } from '../../../api/live.ts'
import { randomHex } from '../../../api/random-hex.ts'
import { readId } from '../../../contract/endpoint.ts'
import { activities, type LiveActivity, type PresenceRecord } from '../../../contract/live.ts'
import { forgetPresence, notePresence } from '../../commands/presence-state.ts'
import { questions } from '../../commands/questions.ts'
import { readShown } from '../../records/side-panel/shown.ts'

/** Milliseconds: it lapses on the server after thirty seconds. */
const repeatEvery = 10_000
/** Milliseconds until what is typed, opened or closed is sent. */
const settle = 300

/** The record that an address shows: that of the side panel, else of the customer's page. */
export function recordAt(pathname: string, search: object): PresenceRecord | null {
  const panel = readShown((search as { panel?: unknown }).panel)
  if (panel) return panel
  const id = readId(/^\/customers\/(\d+)$/.exec(pathname)?.[1] ?? '')
  return id === null ? null : { type: 'customer', id }
}

/** What the person is doing, judged by what is open. */
function activityNow(): LiveActivity {
  if (questions.get().some(({ command }) => command.id.includes('.refund'))) return 'refunding'
  const forms = [...document.querySelectorAll<HTMLElement>('form[data-activity]')]
  // A note's form may be open and empty.
  const isUsed = (form: HTMLElement) => form.contains(document.activeElement) || form.querySelector('textarea')?.value !== ''
  const used = forms.find((form) => form.dataset['activity'] !== 'writing-note' || isUsed(form))
  return activities.find((activity) => activity === used?.dataset['activity']) ?? 'viewing'
}

/**
 * Reports what this tab has open while it is visible, and asks who else has it open as soon as it opens. The stream
 * reports later changes.
 * @returns ends it, and reports that nothing is open any more
 */
export function reportPresence(router: AnyRouter, client: QueryClient): () => void {
  const tab = randomHex(8)
  const ended = new AbortController()
  const { signal } = ended
  let sent: { record: PresenceRecord | null; activity: LiveActivity; at: number } = { record: null, activity: 'viewing', at: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = () => {
    // It expires by itself if nobody comes back soon.
    if (document.hidden) return
    const { pathname, search } = router.state.location
    const record = recordAt(pathname, search as object)
    const activity = record === null ? 'viewing' : activityNow()
    const isSame = record?.type === sent.record?.type && record?.id === sent.record?.id
    if (isSame && activity === sent.activity && (record === null || Date.now() - sent.at < repeatEvery - settle)) return
    sent = { record, activity, at: Date.now() }
    void sendPresence({ tab, record, activity }).then(
      () => !isSame && record && void askWho(record),
      () => {},
    )
  }
  const askWho = async (record: PresenceRecord) => {
    const answer = await client.fetchQuery({ ...presenceQuery(record), staleTime: 0 }).catch(() => null)
    if (answer && sent.record?.type === record.type && sent.record.id === record.id) notePresence(answer)
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(tell, settle)
  }
  const leave = () => {
    if (sent.record !== null) sendLeaving(tab)
    sent = { record: null, activity: 'viewing', at: 0 }
  }

  const interval = setInterval(tell, repeatEvery)
  const ends = [router.subscribe('onResolved', soon), questions.subscribe(soon)]
  for (const type of ['focusin', 'focusout', 'input']) document.addEventListener(type, soon, { signal })
  document.addEventListener('visibilitychange', tell, { signal })
  window.addEventListener('pagehide', leave, { signal })
  soon()
  return () => {
    clearInterval(interval)
    clearTimeout(timer)
    ended.abort()
    for (const end of ends) end()
    leave()
    forgetPresence()
  }
}
