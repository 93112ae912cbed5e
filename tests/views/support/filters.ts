import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

const bar = () => within(screen.getByRole('search'))
const press = (element: HTMLElement) => {
  fireEvent.pointerDown(element)
  fireEvent.pointerUp(element)
  fireEvent.click(element)
}

/** The pill of a list's filter; null if it is behind 'More'. */
export const pill = (label: string) => bar().queryByRole('button', { name: new RegExp(`^${label}(:|$)`) })

/** What a filter's pill says. */
export const pillText = (label: string) => pill(label)?.textContent

/** What a list's filters say that are set, as the buttons that take them off name them. */
export const setFilters = () =>
  bar()
    .queryAllByRole('button', { name: /^Remove filter/ })
    .map((button) => button.getAttribute('aria-label')?.replace('Remove filter ', ''))

/** Opens a list's filter, also one behind 'More'. */
export async function openFilter(label: string) {
  const own = pill(label)
  press(own ?? bar().getByRole('button', { name: 'More' }))
  if (!own) fireEvent.click(await screen.findByRole('option', { name: label }))
  const panel = await screen.findByRole('dialog', { name: `Filter by ${label}` })
  await waitFor(() => expect(panel.getAttribute('aria-busy')).toBe('false'))
  return within(panel)
}

/** The choices of an open filter. */
export const choicesIn = (panel: Awaited<ReturnType<typeof openFilter>>) =>
  panel.getAllByRole('option').map(({ textContent }) => textContent)

/** Opens a list's filter and picks a value. */
export async function pickFilter(label: string, value: string) {
  const panel = await openFilter(label)
  fireEvent.click(await panel.findByRole('option', { name: value }))
}

/** Opens a list's filter and types into its field. */
export async function typeFilter(label: string, text: string) {
  const field = (await openFilter(label)).getByRole<HTMLInputElement>('textbox', { name: label })
  fireEvent.change(field, { target: { value: text } })
  return field
}

/** Takes a list's filter off by the button of its pill. */
export const removeFilter = (text: string) => press(bar().getByRole('button', { name: `Remove filter ${text}` }))
