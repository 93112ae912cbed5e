import { ChevronRightIcon, PencilIcon, SearchIcon } from '@primer/octicons-react'
import type { AnyRouter } from '@tanstack/react-router'
import { linkToPart } from '../../commands/customers/parts.ts'
import { type Command, command } from '../../commands/engine/command.ts'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import { fold } from '../../commands/text/ranking.ts'
import { say } from '../kit/notice.ts'
import { followLink } from './follow-link.ts'

/** Rows have their own menu, what floats its own keys, and what a sheet covers is not to be reached. */
const apart = '#main :is(tbody, thead, [role=menu], [role=dialog], [popover], [aria-hidden=true], [inert])'

/** What has a name on a page, and what choosing it does. A form's own buttons are reached through the form. */
const kinds = [
  { selector: 'h2, h3, dt', icon: ChevronRightIcon, go: show },
  { selector: '[role=tab], button:not(form button, :disabled), summary', icon: ChevronRightIcon, go: press },
  { selector: 'form[aria-label]', icon: PencilIcon, go: enterForm },
  { selector: 'input, select, textarea', icon: SearchIcon, go: show },
] as const

interface Part {
  name: string
  element: HTMLElement
  icon: Command['icon']
  go: (element: HTMLElement) => void
}

/** The parts of the page in order, each name once; of two with one name, the second is named with its panel. */
function partsOnPage(): Part[] {
  const parts = new Map<string, Part>()
  for (const { selector, icon, go } of kinds)
    for (const element of document.querySelectorAll<HTMLElement>(`#main :is(${selector})`)) {
      if (element.closest(apart) || (folded(element) ?? element).getClientRects().length === 0) continue
      const own = nameOf(element)
      const name = parts.has(fold(own)) ? `${panelOf(element)}: ${own}` : own
      const key = fold(name)
      if (fold(own) !== '' && !parts.has(key)) parts.set(key, { name, element, icon, go })
    }
  return [...parts.values()]
}

/** What is folded has no inner text. */
const text = (element: HTMLElement | null | undefined) => (element?.innerText || element?.textContent || '').replace(/\s+/g, ' ').trim()

function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  const named = element.getAttribute('aria-labelledby')
  if (named !== null) return text(document.getElementById(named))
  const around = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined
  if (!around) return text(element)
  // Around a select it contains the options.
  const words = [...around.childNodes].map((node) => (node.contains(element) ? '' : node.textContent))
  return words.join(' ').trim()
}

const panelOf = (element: Element) => text(element.closest('section')?.querySelector<HTMLElement>('h2, h3'))

/** The parts of the page as commands, except those that have a command already. */
export function partCommands(known: readonly ResolvedCommand[]): ResolvedCommand[] {
  const titles = new Set(known.flatMap(({ title, command: { aka = [] } }) => [title, ...aka].map(fold)))
  return partsOnPage()
    .filter(({ name }) => !titles.has(fold(name)))
    .map(({ name, element, icon, go }) => ({
      command: command({
        id: `part.${fold(name)}`,
        title: name,
        section: 'On this page',
        icon,
        leads: true,
        run: () => go(element),
      }),
      target: null,
      title: name,
      menuTitle: name,
      availability: { state: 'ready' },
    }))
}

/** What it is folded in, if it is. */
const folded = (element: Element) => (element.matches('summary') ? null : element.closest<HTMLDetailsElement>('details:not([open])'))

/** Focuses it, below the header if it isn't all in view. */
function show(element: HTMLElement) {
  const around = folded(element)
  if (around) around.open = true
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
  const section = element.closest('section') ?? element
  const { top, bottom } = section.getBoundingClientRect()
  const header = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  if (top < header || bottom > window.innerHeight) (element.matches('h2') ? section : element).scrollIntoView({ block: 'start' })
}

function press(element: HTMLElement) {
  show(element)
  element.click()
}

function enterForm(form: HTMLElement) {
  show(form.querySelector<HTMLElement>('input, select, textarea') ?? form)
}

/** Goes to the part of the page that a fragment names, once it is there, and takes the fragment off. Says so if it is not. */
export async function goToPart(hash: string, router: AnyRouter, isFetching: () => boolean) {
  const { find, isLeft, takeOff } = followLink(router, isFetching)
  const part = await find(() => (router.state.status === 'idle' ? partsOnPage().find(({ name }) => linkToPart(name) === hash) : null))
  if (isLeft()) return
  await takeOff()
  if (part) part.go(part.element)
  else say('That part is not on this page.')
}
