/** Globals that these functions add to the page. */
declare global {
  interface Window {
    /** What live regions have said since the last call. */
    heard?: () => string[]
    /** The place of what has the focus among its like, the named parts it is in, and whether its active row is not the selected one. */
    around?: () => { place: string; within: string[]; hasRow: boolean; isRowWrong: boolean }
  }
}

/** Runs in the page before all else: follows the live regions as the ARIA specification describes them. */
export function listenToPage(): void {
  const regions = '[role=status], [role=alert], output, [aria-live=polite], [aria-live=assertive]'
  const said = new Map<Element, string>()

  const textOf = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true' || !node.checkVisibility()) return ''
    const inner = node.getAttribute('aria-label') ?? [...node.childNodes].map(textOf).join('')
    const name = node.localName === 'button' ? `${inner} [button]` : inner
    return getComputedStyle(node).display === 'inline' ? name : ` ${name} `
  }
  const note = (element: Element) => {
    const text = element.closest('[inert]') ? '' : textOf(element).replaceAll(/\s+/g, ' ').trim()
    if (text === '' || said.get(element) === text) return
    said.delete(element)
    said.set(element, text)
  }
  /** The part of a region that is read as a whole when something in it changes; null if only what has changed is read. */
  const wholeAround = (element: Element, region: Element) => {
    const marked = element.closest('[aria-atomic]')
    if (marked && region.contains(marked)) return marked.getAttribute('aria-atomic') === 'true' ? marked : null
    return region.matches('[role=status], [role=alert], output') ? region : null
  }
  const regionOf = (element: Element | null) => {
    const region = element?.closest(`${regions}, [aria-live=off]`)
    return region?.getAttribute('aria-live') === 'off' ? null : (region ?? undefined)
  }

  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const region = regionOf(element)
      if (region === null) continue
      const whole = region && element ? wholeAround(element, region) : null
      if (whole) note(whole)
      else if (region && target instanceof Text && element) note(element)
      else if (region)
        for (const added of addedNodes) {
          const part = added instanceof Element ? added : region
          if (regionOf(part)) note(part)
        }
      // A status that comes with its text is not heard; an alert is.
      else
        for (const added of addedNodes) {
          if (!(added instanceof Element)) continue
          for (const alert of [added, ...added.querySelectorAll('[role=alert]')]) if (alert.matches('[role=alert]')) note(alert)
        }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })

  window.heard = () => {
    // What was replaced or taken away before anybody could hear it is left out; messages leave by themselves.
    const isStill = (element: Element) =>
      element.closest('[data-sonner-toast]') !== null || (element.isConnected && textOf(element).trim() !== '')
    const texts = [...said].flatMap(([element, text]) => (isStill(element) ? [text] : []))
    said.clear()
    return texts
  }
  window.around = () => {
    const active = document.activeElement
    const option = document.getElementById(active?.getAttribute('aria-activedescendant') ?? '')
    const at = option ?? active
    const role = at?.getAttribute('role') ?? ''
    const list = document.getElementById(active?.getAttribute('aria-controls') ?? '')
    const selected = list?.querySelector('[role=option][aria-selected=true]') ?? null
    const isRowWrong = active?.getAttribute('role') === 'combobox' && (option !== selected || option?.checkVisibility() === false)
    const group = ['option', 'menuitem', 'tab'].includes(role) ? at?.closest('[role=listbox], [role=menu], [role=tablist]') : null
    const alike = [...(group?.querySelectorAll(`[role=${role}]`) ?? [])].filter((each) => each.checkVisibility())
    const place = at && alike.includes(at) ? ` ${alike.indexOf(at) + 1} of ${alike.length}` : ''
    const textById = (ids: string) => ids.split(' ').flatMap((id) => document.getElementById(id)?.textContent.trim() ?? [])
    const within: string[] = []
    for (let part = active?.parentElement ?? null; part; part = part.parentElement) {
      const is = part.getAttribute('role') ?? ''
      if (!['dialog', 'alertdialog', 'radiogroup', 'menu'].includes(is)) continue
      const name = part.getAttribute('aria-label') ?? textById(part.getAttribute('aria-labelledby') ?? '').join(' ')
      const about = textById(part.getAttribute('aria-describedby') ?? '').join(' ')
      within.unshift(`${[name, about].filter((text) => text !== '').join(', ')} [${is}]`.replaceAll(/\s+/g, ' '))
    }
    return { place, within, hasRow: option !== null, isRowWrong }
  }
}

/** Runs in the page: the active option of the combobox that has the focus. */
export function activeRow(): Element | null {
  return document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
}
