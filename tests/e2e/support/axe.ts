import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type ElementContext, type NodeResult, type RunOptions } from 'axe-core'

/** What is put into the page for the looks at it. */
declare global {
  interface Window {
    axe?: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> }
    /** What is looked at once for each kind, in the order in which the test was told of it. */
    ofKinds?: HTMLElement[]
    /** The view as it was at the last look. */
    viewLookedAt?: string
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules of 'best-practice' that say nothing about WCAG and that dialogs outside landmarks break by design. */
const outside = ['region']

/** What is different in the dark. They take most of the time of a look. */
const colourRules = ['color-contrast', 'link-in-text-block']
/** Whether fingers hit what they aim at. It takes most of the rest. */
const targetRule = 'target-size'

const allElse: RunOptions = {
  runOnly: { type: 'tag', values: tags },
  rules: Object.fromEntries([...outside, ...colourRules, targetRule].map((rule) => [rule, { enabled: false }])),
  resultTypes: ['violations'],
}
const ofKinds = (rules: string[]): RunOptions => ({
  runOnly: { type: 'rule', values: rules },
  resultTypes: ['violations', 'incomplete'],
  elementRef: true,
})

/** What stands above the page. What it covers has no colours that axe could tell. */
const above = '[role=dialog], [role=alertdialog], [role=menu]'

/** Header and menu, which are the same on all pages. */
const shell = ':has(> #main) > :not(#main)'

/** What this worker has looked at in header and menu. */
const seenShell = new Set<string>()

/**
 * What this worker has looked at: each kind of text in each mode, as its colours come from its markup and that around it, and each
 * kind of target with its size.
 */
const seenKinds = new Set<string>()

/** What axe could not tell, such as what was covered. It is looked at again with the next that is new. */
const undecidedKinds = new Set<string>()

/**
 * Expects that axe finds nothing on the page as it stands, nor in its colours in the other mode, in which it is left: each change
 * styles and paints all of it anew. Colours and targets are looked at once
 * for each kind that a run meets: with the same classes, states and attributes, and inside the same. So are header and menu.
 * @param parts selectors of what is looked at; none: the whole page
 */
export async function expectAccessible(page: Page, what: string, parts: readonly string[] = []): Promise<void> {
  await expectAccessibleAsShown(page, what, parts)
  const mode = await changeMode(page)
  await settled(page)
  // Targets are as large as before.
  await expectKinds(page, `${what}, ${mode}`, parts, 'texts', colourRules)
}

/** The same in this mode alone, for screens whose parts are seen in both elsewhere. */
export async function expectAccessibleAsShown(page: Page, what: string, parts: readonly string[] = []): Promise<void> {
  await settled(page)
  await prepare(page)
  const shellKinds = parts.length > 0 ? [] : await kindsOn(page, { parts: [shell], above, what: 'all' })
  const found = await page.evaluate(
    async ({ parts, shell, options }) => {
      const view = document.querySelector('#main')
      // Beneath a menu or a dialog it is what the last look met.
      const isSeen = view !== null && view.innerHTML === window.viewLookedAt
      const exclude = [...(shell === null ? [] : document.querySelectorAll(shell)), ...(isSeen ? [view] : [])]
      const context = parts.length > 0 ? { include: parts.map((part) => [part]) } : exclude.length > 0 ? { exclude } : document
      const looked = await window.axe?.run(context, options)
      if (parts.length === 0) window.viewLookedAt = view?.innerHTML ?? ''
      return looked?.violations
    },
    { parts, shell: shellKinds.every((kind) => seenShell.has(kind)) ? shell : null, options: allElse },
  )
  expectNone(found, what)
  for (const kind of shellKinds) seenShell.add(kind)
  await expectKinds(page, what, parts, 'texts and targets', [...colourRules, targetRule])
}

/**
 * The same as it is shown, where the page has an element of a kind that no look with this memory has met.
 * @param seen the memory, empty at first
 */
export async function expectAccessibleWhereNew(page: Page, what: string, seen: Set<string>): Promise<void> {
  await settled(page)
  const kinds = await kindsOn(page, { parts: ['body'], above, what: 'all' })
  if (kinds.every((kind) => seen.has(kind))) return
  await expectAccessibleAsShown(page, what)
  for (const kind of kinds) seen.add(kind)
}

async function expectKinds(page: Page, name: string, parts: readonly string[], what: Chosen['what'], rules: string[]): Promise<void> {
  const kinds = await kindsOn(page, { parts, above, what })
  const unseen = kinds.flatMap((kind, index) => (seenKinds.has(kind) || kinds.indexOf(kind) < index ? [] : [{ kind, index }]))
  if (unseen.every(({ kind }) => undecidedKinds.has(kind))) return
  const looked = await page.evaluate(
    async ({ indexes, options }) => {
      const chosen = indexes.flatMap((index) => window.ofKinds?.[index] ?? [])
      const { violations = [], incomplete = [] } = (await window.axe?.run(chosen, options)) ?? {}
      const undecided = new Set(incomplete.flatMap(({ nodes }) => nodes.map((node) => node.element)))
      return {
        violations: violations.map(({ id, help, nodes }) => ({
          id,
          help,
          nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
        })),
        undecided: chosen.flatMap((element, place) => (undecided.has(element) ? [place] : [])),
      }
    },
    { indexes: unseen.map(({ index }) => index), options: ofKinds(rules) },
  )
  expectNone(looked.violations, name)
  unseen.forEach(({ kind }, place) => (looked.undecided.includes(place) ? undecidedKinds : seenKinds).add(kind))
}

interface Chosen {
  parts: readonly string[]
  above: string
  /** All that is shown, what has text or takes it, or that and what is pressed. */
  what: 'all' | 'texts' | 'texts and targets'
}

const kindsOn = (page: Page, chosen: Chosen) => page.evaluate(kindsOfElements, chosen)

/** In the page: the kinds of its elements, each by its markup and that of all around it; keeps the elements. */
function kindsOfElements({ parts, above, what }: Chosen): string[] {
  // What it says and where it leads is no difference, nor are its state's numbers.
  const content =
    /^(id|href|src|title|value|d|for|name|datetime|data-(value|title)|aria-(label|labelledby|describedby|controls|activedescendant|owns|keyshortcuts))$/
  // Two sums of 32 bits: the texts themselves would be megabytes.
  const short = (text: string) => {
    let [a, b] = [0, 0]
    for (let at = 0; at < text.length; at += 1) {
      a = Math.imul(a ^ text.charCodeAt(at), 0x9e3779b1)
      b = Math.imul(b ^ text.charCodeAt(at), 0x5f356495)
      a ^= a >>> 15
      b ^= b >>> 13
    }
    return `${a >>> 0}.${b >>> 0}`
  }
  const known = new Map<Element, string>()
  const kindOf = (element: Element): string => {
    const found = known.get(element)
    if (found !== undefined) return found
    const attributes = [...element.attributes]
      .filter(({ name }) => !content.test(name))
      .map(({ name, value }) => `${name}=${name === 'class' || name === 'style' ? value : value.replaceAll(/\d+/g, '#')}`)
    const focus = element === document.activeElement ? ' focused' : ''
    const kind = short(
      `${element.parentElement ? kindOf(element.parentElement) : innerWidth} ${element.localName} ${attributes.join(' ')}${focus}`,
    )
    known.set(element, kind)
    return kind
  }
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const roots = [...document.querySelectorAll(above)].filter(isShown)
  const within =
    parts.length > 0 ? parts.flatMap((part) => [...document.querySelectorAll(part)]) : roots.length > 0 ? roots : [document.body]
  const hasText = (element: Element) =>
    /^(input|textarea|select)$/.test(element.localName) ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const isTarget = (element: Element) =>
    what === 'texts and targets' && element.matches('a[href], button, input, select, textarea, summary, [tabindex]')
  // Scrolled under the header, nobody reads or presses it where it is.
  const headerEnd = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const isUnderHeader = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return roots.length === 0 && element.closest('main') !== null && top < headerEnd && bottom > 0
  }
  const chosen = [...new Set(within.flatMap((root) => [root, ...root.querySelectorAll('*')]))].filter(
    (element) =>
      isShown(element) &&
      !(what === 'texts and targets' && isUnderHeader(element)) &&
      (what === 'all' || hasText(element) || isTarget(element)),
  )
  // Axe takes any element, its types say HTML.
  window.ofKinds = chosen as HTMLElement[]
  // Beyond 24 pixels no target is too small.
  const sizeOf = ({ width, height }: DOMRect) => [width, height].map((side) => Math.min(24, Math.floor(side))).join('x')
  return chosen.map((element) => (isTarget(element) ? `${kindOf(element)} ${sizeOf(element.getBoundingClientRect())}` : kindOf(element)))
}

/** Puts axe into the page, once for each document. */
async function prepare(page: Page): Promise<void> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(`${axe.source};0`)
}

interface Violation {
  id: string
  help: string
  nodes: Pick<NodeResult, 'target' | 'failureSummary'>[]
}

function expectNone(violations: readonly Violation[] | undefined, what: string): void {
  const found = violations?.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.slice(0, 4).map((node) => `${node.target.join(' ')} — ${node.failureSummary ?? ''}`),
  }))
  expect(found, what).toEqual([])
}

/** The one place of the mode is this attribute; it is told when the person or the system changes it. */
const changeMode = (page: Page) =>
  page.evaluate(() => {
    const { dataset } = document.documentElement
    return (dataset['colorMode'] = dataset['colorMode'] === 'dark' ? 'light' : 'dark')
  })

/**
 * Waits for animations to end: half-faded text has no contrast. The end of one may begin another inside of it. Those that repeat,
 * or that follow scrolling, never end.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter((animation) => animation.timeline === document.timeline && animation.playState === 'running')
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    do {
      await Promise.allSettled(ending().map((animation) => animation.finished))
      await new Promise(requestAnimationFrame)
    } while (ending().length > 0)
  })
}
