import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { unbroken } from '../../src/layout/kit/unbroken.tsx'

test.each([
  ['Next payment 19,90 € on 03-12-2026, Visa 4242', ['03-12-2026']],
  ['Refunded QD-0001557 and invoice 2026-000653.', ['QD-0001557', '2026-000653']],
  ['gclid Cj0KCQ6SEBIHom0u8-lodb_EnMaB2uWq9dSt69nY76', []],
])('keeps dates and numbers of %j together, and the text as it is', (text, whole) => {
  const { container } = render(<p>{unbroken(text)}</p>)
  expect(container.textContent).toBe(text)
  expect([...container.querySelectorAll('.unbroken')].map((part) => part.textContent)).toEqual(whole)
})

test('breaks emails after their @ and before their dots, and nothing else', () => {
  const { container } = render(<p>{unbroken('Ana Ruiz (ana.ruiz@cafe-sol.example.com, #1) paid 1.000,00 €.')}</p>)
  for (const place of container.querySelectorAll('wbr')) place.replaceWith('|')
  expect(container.textContent).toBe('Ana Ruiz (ana.ruiz@|cafe-sol|.example|.com, #1) paid 1.000,00 €.')
})
