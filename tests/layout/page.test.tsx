// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Page } from '../../src/layout/page.tsx'
import { initialsOf } from '../../src/layout/user-menu.tsx'

describe('Page', () => {
  afterEach(cleanup)

  it('names the document, and takes the focus after a navigation only', () => {
    window.history.replaceState(null, '', '/customers')
    const { rerender } = render(<Page title="Customers" />)
    expect(document.title).toBe('Customers | Quaydesk CRM')
    expect(document.activeElement).toBe(document.body)
    window.history.replaceState(null, '', '/customers/12')
    rerender(<Page title="Customer" heading="Ana Ruiz" />)
    expect(document.title).toBe('Customer | Quaydesk CRM')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Ana Ruiz' }))
  })

  it('leaves the focus to a field of the page that took it', () => {
    window.history.replaceState(null, '', '/qrs')
    render(
      <Page title="QRs">
        <input ref={(input) => input?.focus()} aria-label="Search" />
      </Page>,
    )
    expect(document.activeElement).toBe(screen.getByLabelText('Search'))
  })
})

describe('initials', () => {
  it.each([
    ['Ana Ruiz', 'AR'],
    ['ana maría de la cruz', 'AC'],
    ['admin', 'A'],
    ['', ''],
    ['😀 Smile', '😀S'],
  ])('of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
})
