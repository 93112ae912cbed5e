const margin = 8

/** A ref for an overlay: shifts it sideways if it sticks out of the window. */
export function keepInView(element: HTMLElement | null) {
  if (!element) return
  element.style.translate = ''
  const { left, right } = element.getBoundingClientRect()
  const width = document.documentElement.clientWidth
  const shift = Math.max(Math.min(0, width - margin - right), margin - left)
  if (shift !== 0) element.style.translate = `${shift}px`
}
