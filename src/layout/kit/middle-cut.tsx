const tailLength = 8

/** An address as text for little room, without the scheme that nearly all have. */
export const addressText = (url: string) => url.replace(/^https:\/\/(?=.)/, '')

/** The browser cuts before a character that has no room, and leaves a hole before the end: what is left of the room goes. */
function close(heads: readonly HTMLElement[]) {
  for (const head of heads) head.style.maxWidth = ''
  const widths = heads.map(cutWidth)
  for (const [at, head] of heads.entries()) head.style.maxWidth = widths[at] ?? ''
}

/** The width of as many characters as there is room for, and the ellipsis; null if all have it. */
function cutWidth(head: HTMLElement): string | null {
  const { firstChild: text, clientWidth: room } = head
  const canvas = document.createElement('canvas').getContext('2d')
  if (!text || !canvas || head.scrollWidth <= room) return null
  canvas.font = getComputedStyle(head).font
  const dots = canvas.measureText('…').width
  const range = document.createRange()
  const widthOf = (length: number) => {
    range.setStart(text, 0)
    range.setEnd(text, length)
    return range.getBoundingClientRect().width + dots
  }
  let [fits, over] = [0, text.textContent?.length ?? 0]
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (widthOf(middle) <= room) fits = middle
    else over = middle
  }
  return `${widthOf(fits) + 0.5}px`
}

const headsIn = (place: Element) => [...place.querySelectorAll<HTMLElement>('[data-head]')]

/** Undefined where nothing is laid out. */
const observer =
  typeof ResizeObserver === 'undefined'
    ? undefined
    : new ResizeObserver((entries) => close(entries.flatMap(({ target }) => headsIn(target))))

const fresh: HTMLElement[] = []

/** Before it is drawn, and with the width of the cell or value around it. */
function follow(head: HTMLElement) {
  if (observer && fresh.push(head) === 1) queueMicrotask(() => close(fresh.splice(0)))
  const place = head.closest('td, dd, li, p') ?? head
  observer?.observe(place)
  return () => observer?.unobserve(place)
}

/** A long address in one line, cut in its middle if there is no room: host and end say the most, 'https://' nothing. */
export function MiddleCut({ text }: { text: string }) {
  const characters = Array.from(text)
  if (characters.length <= 3 * tailLength)
    return (
      <bdi translate="no" className="clip">
        {text}
      </bdi>
    )
  const [scheme = ''] = /^https:\/\//.exec(text) ?? []
  return (
    <bdi translate="no" className="middle-cut" title={text}>
      <span className="visually-hidden">{scheme}</span>
      <span key={text} ref={follow} data-head="">
        {characters.slice(scheme.length, -tailLength).join('')}
      </span>
      {characters.slice(-tailLength).join('')}
    </bdi>
  )
}
