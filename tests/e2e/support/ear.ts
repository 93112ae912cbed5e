import type { CDPSession, Page } from '@playwright/test'
import { activeRow, listenToPage } from './ear-in-page.ts'

/** Names, addresses and numbers of the demo differ from run to run; each is one word. */
const varying: readonly [RegExp, string][] = [
  [/[\w.+-]+@[\w.-]+\w/g, '‹email›'],
  [/\bhttps?:\/\/\S+/g, '‹address›'],
  [/\b(cus|pi|sub)_\w+/g, '‹reference›'],
  [/[−-]?\d[\d.]*,\d\d\s(€|[A-Z]{3}\b)/g, '‹amount›'],
  [/\b\d\d-\d\d-\d{4}\b/g, '‹date›'],
  [/\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/gi, '‹month›'],
  [/\bQD-\d+/g, '‹order›'],
  [/#?\d+(?:[.,:]\d+)*/g, '#'],
  // How many there are differs as well, and whether the record was in the list on screen.
  [/No QR codes\.|(?:All )?# (?:of # )?QR codes? (?:is|are) live: # scans? in # days\./g, '# of # QR codes are live: # scans in # days.'],
  [/# (result|scan|row)s?\b/g, '# $1s'],
  [/Preparing…/g, '# of # rows'],
  [/, # of # (?=\[heading\])/g, ' '],
  [/limit, #,/g, 'limit,'],
]

interface Step {
  keys: string
  /** What was said: the product's own words. What a screen reader adds, such as roles, is in brackets. */
  said: readonly string[]
}

/** At most this many words may follow a key, beside names, addresses and numbers. */
export const maxWords = 12

const ownWords = (said: readonly string[]) =>
  said
    .join(' ')
    .replaceAll(/\[.*?\]/g, ' ')
    .split(/[\s—·]+/)
    .filter((word) => /\p{L}/u.test(word) && !word.includes('‹'))

/**
 * Writes down what a screen reader would say after each key: the live messages, and what has the focus, from the browser's
 * accessibility tree. A step is heard as a whole when the next key is about to be pressed.
 */
export class Ear {
  private readonly steps: Step[] = []
  private keys: string | null = null
  private focus = ''
  private input: number | undefined
  private within: readonly string[] = []
  private open = 0
  /** The keys after which the active row of a combobox was not the selected one. */
  readonly wrongRows: string[] = []

  private constructor(
    private readonly page: Page,
    private readonly tree: CDPSession,
  ) {}

  /** Begins before the page is loaded. */
  static async on(page: Page): Promise<Ear> {
    const ear = new Ear(page, await page.context().newCDPSession(page))
    await page.addInitScript(listenToPage)
    const ends = () => {
      ear.open -= 1
    }
    // The stream of changes never ends.
    const isCounted = (request: { resourceType(): string }) => request.resourceType() !== 'eventsource'
    page.on('request', (request) => {
      if (isCounted(request)) ear.open += 1
    })
    page.on('requestfinished', (request) => isCounted(request) && ends())
    page.on('requestfailed', (request) => isCounted(request) && ends())
    return ear
  }

  /** Called before a key is pressed: what the one before it led to has been said. */
  async before(keys: string): Promise<void> {
    await this.hear()
    this.keys = keys
  }

  /**
   * The steps since the last call, as text.
   * @param names texts of the demo, and what stands for them
   */
  async transcript(names: readonly (readonly [text: string, name: string])[]): Promise<string[]> {
    await this.hear()
    this.keys = null
    const plain = (text: string) => {
      const named = names.toSorted(([a], [b]) => b.length - a.length).reduce((all, [each, name]) => all.replaceAll(each, `‹${name}›`), text)
      return varying.reduce((all, [pattern, name]) => all.replaceAll(pattern, name), named)
    }
    const steps = this.steps.splice(0).map(({ keys, said }) => ({ keys, said: said.map(plain) }))
    return steps.map(({ keys, said }) => `${keys} → ${said.join(' · ') || '(nothing)'}`)
  }

  private async hear(): Promise<void> {
    await this.settle()
    const heard = await this.page.evaluate(() => window.heard?.() ?? [])
    // The preview is for those who rest on a row, and how long that takes is up to the machine.
    const messages = heard.filter((text) => !text.startsWith('Preview: '))
    const { focus, within, entered } = await this.focused()
    const isHeard = focus !== this.focus && !entered.some((each) => each === focus)
    const said = [...entered, ...(isHeard ? [focus] : []), ...messages].filter((text) => text !== '')
    // A button that has just got the focus has been read as well.
    this.focus = focus === '' ? (entered.at(-1) ?? '') : focus
    this.within = within
    if (this.keys === null) return
    // 'j' until the row is reached is one step.
    if (this.steps.at(-1)?.keys === this.keys && isRepeated.test(this.keys)) this.steps.pop()
    this.steps.push({ keys: this.keys, said })
  }

  /** Waits until nothing is being fetched, looked up or moved. */
  private async settle(): Promise<void> {
    for (let calm = 0; calm < 2; calm += 1) {
      if (this.open > 0) calm = -1
      const isCalm = await this.page.evaluate(
        () =>
          new Promise<boolean>((drawn) =>
            requestAnimationFrame(() => setTimeout(() => drawn(!/searching…|looking up…|Counting what/.test(document.body.textContent)))),
          ),
      )
      if (!isCalm) calm = -1
    }
  }

  private async focused(): Promise<{ focus: string; within: readonly string[]; entered: readonly string[] }> {
    const around = await this.page.evaluate(() => window.around?.() ?? { place: '', within: [], hasRow: false, isRowWrong: false })
    if (around.isRowWrong) this.wrongRows.push(this.keys ?? '')
    const focused = await this.read('document.activeElement')
    const row = around.hasRow ? await this.read(`(${activeRow.toString()})()`) : null
    const isNew = focused !== null && focused.id !== this.input
    this.input = focused?.id
    const own = focused && isNew ? [`${focused.text} [${[`${focused.role}${row ? '' : around.place}`, ...focused.states].join(', ')}]`] : []
    const active = row ? `${row.text} [${[`${row.role}${around.place}`, ...row.states].join(', ')}]` : ''
    // A control that changes its name or state is read again; text and what is typed into a field are not.
    const again =
      focused && !isNew && !row && isControl.test(focused.role) ? `${focused.text} [${[focused.role, ...focused.states].join(', ')}]` : ''
    const entered = around.within.filter((each) => !this.within.includes(each))
    return { focus: row ? active : again, within: around.within, entered: [...entered, ...own] }
  }

  /** An element as the accessibility tree has it; null if it is none that is read. */
  private async read(expression: string): Promise<{ id: number | undefined; role: string; text: string; states: string[] } | null> {
    const { result } = await this.tree.send('Runtime.evaluate', { expression })
    if (result.objectId === undefined) return null
    const { nodes } = await this.tree.send('Accessibility.getPartialAXTree', { objectId: result.objectId, fetchRelatives: false })
    const [node] = nodes
    const role = String(node?.role?.value ?? 'generic')
    if (role === 'RootWebArea' || role === 'generic') return null
    const value = role === 'combobox' ? undefined : node?.value?.value
    const text = [node?.name?.value, value, node?.description?.value].filter((part) => typeof part === 'string' && part !== '').join(', ')
    const states = (node?.properties ?? []).flatMap(({ name, value: state }) => stateOf(name, state.value))
    return { id: node?.backendDOMNodeId, role, text, states }
  }
}

const isRepeated = /^(j|Tab|ArrowDown)$/
const isControl = /^(button|radio|checkbox|switch|tab)$/

function stateOf(name: string, value: unknown): string[] {
  if (name === 'checked' || name === 'pressed') return value === 'true' ? [name] : []
  if (name === 'expanded') return value === true ? [] : ['collapsed']
  if (name === 'disabled' || name === 'required') return value === true ? [name] : []
  return name === 'invalid' && value !== 'false' ? ['invalid'] : []
}

/** What is typed is echoed, what is selected is said by the screen reader, and a new tab says its own name. */
const isQuiet = /^(‘|Control\+a|i v)/

/** What breaks a rule in a transcript: too much at once, or something twice. */
export function faultsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const said = line.slice(line.indexOf('→') + 1).split(' · ')
    const words = ownWords(said).length
    const bare = said.map((text) => text.replace(/\[.*?\]/g, '').trim())
    const described = bare.filter((text) => {
      const [name = '', ...rest] = text.split(', ')
      return name !== '' && rest.join(', ').startsWith(name)
    })
    const twice = bare.filter(
      (text, at) =>
        text.split(' ').length > 1 &&
        bare.some((other, place) => (place < at && other === text) || (place !== at && other !== text && other.includes(text))),
    )
    return [
      ...(words > maxWords ? [`${words} words: ${line}`] : []),
      ...[...twice, ...described].map((text) => `said twice, ‘${text}’: ${line}`),
      ...(line.endsWith('(nothing)') && !isQuiet.test(line) ? [`nothing said: ${line}`] : []),
    ]
  })
}
