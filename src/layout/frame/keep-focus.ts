import { rowLinkAttribute } from '../list/use-focused-row.ts'

/** What had the focus, and its ancestors from the inside out: a removed element no longer knows them. */
interface Holder {
  element: HTMLElement
  around: readonly Element[]
}

/** Enough for a menu, its dialog and the fields in it, one after another. */
const maxHolders = 24

/** Parts of the console that somebody works in; the focus may go to their first control. */
const parts = '#main, [role=dialog], [role=alertdialog], [data-side-panel]'
const controls = 'a[href], button, input, select, textarea, [tabindex="0"]'

/**
 * Keeps the focus from falling to the body when what had it is removed: a form that was saved, a menu, a dialog, a row, a chip. It goes
 * to what had it before and is still there, else to what is next to it, else to the page's heading. A focus that
 * somebody moved away on purpose stays away.
 * @returns ends it
 */
export function keepFocus(): () => void {
  let holders: Holder[] = []
  let isTakenAway = false

  const note = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    isTakenAway = false
    holders = [...holders.filter(({ element }) => element !== target), { element: target, around: ancestorsOf(target) }].slice(-maxHolders)
  }
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !document.hasFocus()) return
    // Chrome fires this for a removal while the element is still there; after the task it is gone.
    setTimeout(() => {
      if (document.activeElement === document.body && target instanceof HTMLElement && canTake(target)) isTakenAway = true
    })
  }
  const restore = () => {
    const last = holders.at(-1)
    if (isTakenAway || !last || document.activeElement !== document.body || canTake(last.element)) return
    placeFor(holders)?.focus({ preventScroll: true })
  }

  note(document.activeElement)
  const observer = new MutationObserver(restore)
  observer.observe(document.body, { childList: true, subtree: true })
  const ended = new AbortController()
  document.addEventListener('focusin', ({ target }) => note(target), { signal: ended.signal })
  document.addEventListener('focusout', onFocusOut, { signal: ended.signal })
  return () => {
    observer.disconnect()
    ended.abort()
  }
}

function placeFor(holders: readonly Holder[]): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('#main h1')
  for (const { element, around } of holders.toReversed()) {
    if (canTake(element)) return element
    // Rendered again: the heading of what has loaded.
    const anew = element.id === '' ? null : document.getElementById(element.id)
    if (anew && canTake(anew)) return anew
    // It is a different page.
    if (element.localName === 'h1') break
    const beside = around.find((each) => each.isConnected)
    if (!beside?.closest(parts) || beside.id === 'main' || (heading && beside.contains(heading))) continue
    const row =
      beside.querySelector<HTMLElement>(`tr[data-focused] [${rowLinkAttribute}]`) ??
      beside.querySelector<HTMLElement>(`[${rowLinkAttribute}]`)
    const inside = row ?? [...beside.querySelectorAll<HTMLElement>(controls)].find(canTake)
    if (inside) return inside
  }
  return heading
}

const canTake = (element: HTMLElement) =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null &&
  element.checkVisibility({ visibilityProperty: true })

function ancestorsOf(element: Element): Element[] {
  const { parentElement } = element
  return parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)]
}
