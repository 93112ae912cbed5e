import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { call, showOnDemand } from '../../src/api/client.ts'
import { getBilling } from '../../src/contract/billing.ts'
import { hiddenText, type OnDemandData, showHeader } from '../../src/contract/on-demand.ts'
import { onDemand } from '../../src/layout/commands/policy-state.ts'
import { FieldList } from '../../src/layout/records/field-list.tsx'

const billing = {
  country: 'fr',
  accountType: 'company',
  companyName: 'Café Sol',
  taxId: null,
  firstname: 'Ana',
  lastname: 'Ruiz',
  street: 'Rue 1',
  zip: '69001',
  city: 'Lyon',
  email: 'ana@cafesol.example',
  locked: false,
  version: 1,
}
const stored = 'FR40303265045'

afterEach(() => {
  cleanup()
  showOnDemand([])
  onDemand.set([])
  vi.unstubAllGlobals()
})

/** A page with a VAT number that the server shows to whoever asks, unless it is blocked. */
function renderVat(names: readonly OnDemandData[], { isBlocked = false } = {}) {
  vi.stubGlobal('fetch', (_url: string, { headers = {} }: { headers?: Record<string, string> }) => {
    const isShown = headers[showHeader]?.split(',').includes('show.tax-id') && !isBlocked
    return Promise.resolve(Response.json({ billing: { ...billing, vatNumber: isShown ? stored : hiddenText } }))
  })
  onDemand.set(names)
  const Vat = () => {
    const { data } = useQuery({ queryKey: ['billing'], queryFn: () => call(getBilling, { params: { id: 1 } }) })
    return <FieldList fields={[{ label: 'VAT number', value: data?.billing?.vatNumber }]} />
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Vat />
    </QueryClientProvider>,
  )
}

test('what is shown on demand is a button, which shows it [1.7 on demand]', async () => {
  renderVat(['show.tax-id'])
  fireEvent.click(await screen.findByRole('button', { name: 'Show: VAT number' }))
  expect(await screen.findByText(stored)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['never shown to this person', []],
  ['still hidden once it was asked for', ['show.tax-id']],
] as const)('what is %s is said to be hidden', async (_, names) => {
  renderVat(names, { isBlocked: true })
  if (names.length > 0) fireEvent.click(await screen.findByRole('button', { name: 'Show: VAT number' }))
  expect(await screen.findByText(hiddenText)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
