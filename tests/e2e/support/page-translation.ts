import { expect, type Page } from '@playwright/test'

interface TranslatedWindow extends Window {
  staleTexts: () => string[]
}

/**
 * Translates pages as Chrome does: each text is replaced by one in two <font> elements, also what is added or changed later, except
 * where `translate` says no. The words stay the same, so tests find them.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(translate)
}

/** That the console has not rewritten a text which translation had replaced: nobody sees such a change. */
export async function expectNothingStale(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as TranslatedWindow).staleTexts())).toEqual([])
}

/** Runs in the page. */
function translate(): void {
  const replaced: { text: Text; said: string; parent: Element }[] = []
  const replace = (text: Text) => {
    const parent = text.parentElement
    if (text.data === '' || !parent || parent.closest('font[data-translated], script, style, title, textarea')) return
    if (parent.closest('[translate]')?.getAttribute('translate') === 'no') return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.dataset['translated'] = ''
    inner.textContent = text.data
    outer.append(inner)
    replaced.push({ text, said: text.data, parent })
    text.replaceWith(outer)
  }
  const replaceIn = (node: Node) => {
    if (node instanceof Text) return replace(node)
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) replace(text as Text)
  }
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') replaceIn(target)
      for (const node of addedNodes) if (node.isConnected) replaceIn(node)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
  const here = window as unknown as TranslatedWindow
  here.staleTexts = () =>
    replaced
      .filter(({ text, said }) => text.data !== said)
      .map(({ text, said, parent }) => `‘${said}’, now ‘${text.data}’, in ${parent.outerHTML.slice(0, 200)}`)
}
