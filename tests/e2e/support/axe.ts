import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, ElementContext, NodeResult, RunOptions } from 'axe-core'

/** Globals that the tests add to the page. */
declare global {
  interface Window {
    axe?: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> }
    /** The elements found by `kindsOfElements`, in the order of the kinds it returned. */
    ofKinds?: HTMLElement[]
    /** The view's markup at the last check. */
    viewLookedAt?: string
  }
}

/** Each document reads it anew, in half the time that the unminified one takes. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** 'best-practice' rules that are not part of WCAG and that dialogs outside landmarks break by design. */
const outside = ['region']

/** Rules whose result depends on the colour mode. They take most of the time of a check. */
const colourRules = ['color-contrast', 'link-in-text-block']
/** Checks that targets are large enough for fingers. It takes most of the remaining time. */
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

/** Layers above the page. Axe cannot determine the colours of anything they cover. */
const above = '[role=dialog], [role=alertdialog], [role=menu]'

/** The header and the menu, which are the same on all pages. */
const shell = ':has(> #main) > :not(#main)'

/** The kinds in header and menu that this worker has checked. */
const seenShell = new Set<string>()

/**
 * The kinds this worker has checked. Text is checked in each mode, because its colours depend on its own and its ancestors' markup.
 * Targets are checked with their size.
 */
const seenKinds = new Set<string>()

/** Kinds that axe could not decide, for example because they were covered. They are checked again with the next new kind. */
const undecidedKinds = new Set<string>()

/**
 * Expects no axe violations on the page as shown, nor in its colours in the other mode. The page stays in that other mode, because
 * each switch restyles and repaints everything. Colours and targets are checked once per kind and run. Elements are of one kind if
 * they and their ancestors have the same classes, states and attributes. Header and menu are also checked once per kind.
 * @param parts selectors to check; empty for the whole page
 */
export async function expectAccessible(page: Page, what: string, parts: readonly string[] = []): Promise<void> {
  await expectAccessibleAsShown(page, what, parts)
  const mode = await changeMode(page)
  await settled(page)
  // Target sizes do not depend on the mode.
  await expectKinds(page, `${what}, ${mode}`, parts, 'texts', colourRules)
}

/** The same in the current mode only, for screens whose parts are checked in both modes elsewhere. */
export async function expectAccessibleAsShown(page: Page, what: string, parts: readonly string[] = []): Promise<void> {
  await settled(page)
  await prepare(page)
  const shellKinds = parts.length > 0 ? [] : await kindsOn(page, { parts: [shell], above, what: 'all' })
  const found = await page.evaluate(
    async ({ parts, shell, options }) => {
      const view = document.querySelector('#main')
      // If a menu or dialog has opened over an unchanged view, the last check has covered the view.
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
 * The same in the current mode, but only if the page has an element of a kind that is not yet in `seen`.
 * @param seen the kinds met so far, empty at first
 */
export async function expectAccessibleWhereNew(page: Page, what: string, seen: Set<string>): Promise<void> {
  await settled(page)
  const kinds = await kindsOn(page, { parts: ['body'], above, what: 'all' })
  if (kinds.every((kind) => seen.has(kind))) return
  await expectAccessibleAsShown(page, what)
  for (const kind of kinds) seen.add(kind)
}

/** Expects 7:1 for all text, in both modes. The page stays in the other one. */
export async function expectMuchContrast(page: Page, what: string): Promise<void> {
  await prepare(page)
  for (const mode of ['as it is', 'in the other mode']) {
    if (mode !== 'as it is') await changeMode(page)
    await settled(page)
    const looked = await page.evaluate((options) => window.axe?.run(document, options), ofKinds(['color-contrast-enhanced']))
    expectNone(looked?.violations, `${what}, ${mode}`)
  }
}

async function expectKinds(page: Page, name: string, parts: readonly string[], what: Chosen['what'], rules: string[]): Promise<void> {
  const kinds = await kindsOn(page, { parts, above, what })
  const unseen = kinds.flatMap((kind, index) => (seenKinds.has(kind) || kinds.indexOf(kind) < index ? [] : [{ kind, index }]))
  if (unseen.every(({ kind }) => undecidedKinds.has(kind))) return
  const looked = await page.evaluate(
    async ({ indexes, options }) => {
      const chosen = indexes.flatMap((index) => window.ofKinds?.[index] ?? [])
      // Something loaded after they were chosen and replaced them.
      if (chosen.some((element) => !element.isConnected)) return null
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
  if (looked === null) {
    await settled(page)
    return expectKinds(page, name, parts, what, rules)
  }
  expectNone(looked.violations, name)
  unseen.forEach(({ kind }, place) => (looked.undecided.includes(place) ? undecidedKinds : seenKinds).add(kind))
}

interface Chosen {
  parts: readonly string[]
  above: string
  /** Everything shown, only text and fields, or these and targets. */
  what: 'all' | 'texts' | 'texts and targets'
}

const kindsOn = (page: Page, chosen: Chosen) => page.evaluate(kindsOfElements, chosen)

/** Runs in the page: returns a kind for each element, from its markup and its ancestors', and keeps the elements. */
function kindsOfElements({ parts, above, what }: Chosen): string[] {
  // Content, link targets and the numbers in states do not make a different kind.
  const content =
    /^(id|href|src|title|value|d|for|name|datetime|data-(value|title)|aria-(label|labelledby|describedby|controls|activedescendant|owns|keyshortcuts))$/
  // Two 32-bit hashes, because the texts themselves would be megabytes.
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
  // Nobody reads or presses an element that is scrolled under the header.
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
  // Axe accepts any element, but its types require HTMLElement.
  window.ofKinds = chosen as HTMLElement[]
  // Targets of 24 pixels or more are always large enough.
  const sizeOf = ({ width, height }: DOMRect) => [width, height].map((side) => Math.min(24, Math.floor(side))).join('x')
  return chosen.map((element) => (isTarget(element) ? `${kindOf(element)} ${sizeOf(element.getBoundingClientRect())}` : kindOf(element)))
}

/** Loads axe into the page, once per document. */
async function prepare(page: Page): Promise<void> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(`${axeSource};0`)
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

/** As src/layout/session/colour-mode.tsx does it, which updates the attribute when the person or the system changes the mode. */
const changeMode = (page: Page) =>
  page.evaluate(() => {
    const theme = document.querySelector<HTMLLinkElement>('#dark-theme')
    if (theme) theme.media = 'screen'
    const { dataset } = document.documentElement
    const ground = () => getComputedStyle(document.body).backgroundColor
    const before = ground()
    const mode = (dataset['colorMode'] = dataset['colorMode'] === 'dark' ? 'light' : 'dark')
    if (ground() === before) throw new Error(`The ${mode} theme does not apply.`)
    return mode
  })

/**
 * Waits for animations to end, because half-faded text has too little contrast. One animation may start another when it ends.
 * Animations that repeat or follow scrolling never end, so they are ignored.
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
