import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { BillingData } from '../../src/contract/billing.ts'
import { Toasts } from '../../src/layout/kit/toasts.tsx'
import { readBilling } from '../../src/views/customer/billing-form.tsx'
import { billingFields, billingValuesOf, isShown } from '../../src/views/customer/billing-values.ts'
import { customerAt, done, refusal, serveCustomer } from './support/customer-page.tsx'

const billing: BillingData = {
  country: 'de',
  accountType: 'company',
  companyName: 'Sol GmbH',
  vatNumber: 'DE136695976',
  taxId: null,
  firstname: 'Ana',
  lastname: 'Ruiz',
  street: 'Weg 1',
  zip: '10115',
  city: 'Berlin',
  email: 'ana@sol.example.org',
  locked: false,
  version: 5,
}
const values = billingValuesOf(billing)

describe('the billing form’s fields [1.5 tax id shown]', () => {
  test.each([
    ['de', 'company', ['companyName', 'vatNumber']],
    ['de', 'private', ['taxId']],
    ['gr', 'company', ['companyName', 'vatNumber']],
    ['el', 'company', ['companyName', 'vatNumber']],
    ['es', 'company', ['companyName', 'taxId']],
    ['es', 'private', ['taxId']],
    ['us', 'company', ['companyName', 'taxId']],
    ['us', 'private', ['taxId']],
  ] as const)('for %s, %s: %j', (country, accountType, shown) => {
    const optional = billingFields.filter((field) => ['companyName', 'vatNumber', 'taxId'].includes(field))
    expect(optional.filter((field) => isShown(field, { ...values, country, accountType }))).toEqual(shown)
  })

  test.each([
    [{ vatNumber: '' }, { vatNumber: 'Vat number is required.' }],
    [{ vatNumber: 'DE123' }, { vatNumber: 'Invalid vat.' }],
    [{ companyName: ' ' }, { companyName: 'Must be present.' }],
    [{ accountType: 'private', companyName: '', vatNumber: 'nonsense' }, null],
    [{ country: 'es', taxId: '' }, { taxId: 'Must be present.' }],
    [{ country: 'es', taxId: 'Ж123' }, { taxId: 'Must have only latin characters.' }],
    [{ country: 'us', taxId: '' }, null],
    [
      { firstname: '', zip: '  ' },
      { firstname: 'Must be present.', zip: 'Must be present.' },
    ],
    [{ email: 'nobody' }, { email: 'Enter a valid email.' }],
    [{}, null],
  ])('with %j reports %j [1.5 latin]', (changed, errors) => {
    expect(readBilling({ ...values, ...changed }).errors).toEqual(errors)
  })

  test('sends null for fields that do not apply', () => {
    expect(readBilling({ ...values, accountType: 'private', taxId: '' }).edit).toMatchObject({
      companyName: null,
      vatNumber: null,
      taxId: null,
      street: 'Weg 1',
    })
  })
})

describe('the billing card', () => {
  const served = (facts: Partial<BillingData> | null, answer: Parameters<typeof serveCustomer>[1] = () => undefined) =>
    serveCustomer({}, (path, method, sent, query) => {
      const own = answer(path, method, sent, query)
      if (own || path !== '/customers/8812/billing' || method !== 'GET') return own
      return { body: { billing: facts === null ? null : { ...billing, ...facts } } }
    })
  const edit = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Edit the billing data' }))
    return within(await screen.findByRole('form', { name: 'Edit the billing data' }))
  }

  test('is hidden without billing data [1.2 billing form]', async () => {
    const { asked } = served(null)
    await customerAt('/customers/8812')
    await screen.findByRole('region', { name: 'Subscription' })
    await waitFor(() => expect(asked).toContain('/customers/8812/billing'))
    expect(screen.queryByRole('region', { name: 'Billing data' })).toBeNull()
  })

  test('is read-only with a reason while locked [R40 locked]', async () => {
    served({ locked: true })
    await customerAt('/customers/8812')
    const card = await screen.findByRole('region', { name: 'Billing data' })
    expect(card.textContent).toContain('Billing data is locked.')
    expect(card.textContent).toContain('Sol GmbH')
    expect(within(card).queryByRole('button')).toBeNull()
  })

  test('hides fields that do not apply, keeps their values, and saves the form with its version [1.8 billing toast]', async () => {
    const { sent } = served({})
    render(<Toasts />)
    await customerAt('/customers/8812')
    const form = await edit()
    fireEvent.change(form.getByLabelText('Account type'), { target: { value: 'private' } })
    expect(form.queryByLabelText('VAT number')).toBeNull()
    expect(form.queryByLabelText('Tax id (optional)')).not.toBeNull()
    fireEvent.change(form.getByLabelText('Account type'), { target: { value: 'company' } })
    expect(form.getByLabelText<HTMLInputElement>('VAT number').value).toBe('DE136695976')
    fireEvent.change(form.getByLabelText('City'), { target: { value: 'Potsdam' } })
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ city: 'Potsdam', vatNumber: 'DE136695976', taxId: null, version: 5 })
    expect(sent[0]?.body).not.toHaveProperty('locked')
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    await screen.findByText('Billing data saved.')
    expect(sessionStorage).toHaveLength(0)
  })

  test.each([
    ['invalid_vat', 'Invalid vat.'],
    ['vat_number_required', 'Vat number is required.'],
  ])('shows %s at the VAT number and keeps the input [1.5 vat] [1.5 server vat errors]', async (code, message) => {
    served({}, (_path, method) => (method === 'PATCH' ? refusal(422, code) : undefined))
    await customerAt('/customers/8812')
    const form = await edit()
    fireEvent.change(form.getByLabelText('Street'), { target: { value: 'Platz 2' } })
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText(message)
    expect(form.getByLabelText('VAT number').getAttribute('aria-invalid')).toBe('true')
    expect(form.getByLabelText<HTMLInputElement>('Street').value).toBe('Platz 2')
  })

  test('keeps input typed during a save and saves it next', async () => {
    let now: BillingData = billing
    const { sent } = served({}, (path, method, { body }) => {
      if (path !== '/customers/8812/billing') return undefined
      if (method === 'GET') return { body: { billing: now } }
      now = { ...now, ...body, version: now.version + 1 }
      if (now.version === 6) fireEvent.change(screen.getByLabelText('City'), { target: { value: 'Potsdam-Babelsberg' } })
      return undefined
    })
    await customerAt('/customers/8812')
    const form = await edit()
    fireEvent.change(form.getByLabelText('City'), { target: { value: 'Potsdam' } })
    fireEvent.change(form.getByLabelText('Street'), { target: { value: 'Platz 2' } })
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    await waitFor(() => expect(sessionStorage.getItem('draft.1.customer.8812.billing') ?? '').toContain('"base":{"city":"Potsdam"}'))
    expect(form.getByLabelText<HTMLInputElement>('City').value).toBe('Potsdam-Babelsberg')
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toMatchObject({ city: 'Potsdam-Babelsberg', street: 'Platz 2', version: 6 })
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  })

  test('saves what was typed and asked to be saved during a save, and nothing twice', async () => {
    let now: BillingData = billing
    let answer = () => {}
    const { sent } = served({}, (path, method, { body }) => {
      if (path !== '/customers/8812/billing') return undefined
      if (method === 'GET') return { body: { billing: now } }
      now = { ...now, ...body, version: now.version + 1 }
      return new Promise((resolve) => (answer = () => resolve({ body: done })))
    })
    await customerAt('/customers/8812')
    const form = await edit()
    const type = (city: string) => fireEvent.change(form.getByLabelText('City'), { target: { value: city } })
    const press = () => fireEvent.click(form.getByRole('button', { name: 'Save' }))
    type('Potsdam')
    press()
    await waitFor(() => expect(sent).toHaveLength(1))
    type('Potsdam-Babelsberg')
    press()
    answer()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toMatchObject({ city: 'Potsdam-Babelsberg', version: 6 })
    press()
    answer()
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    expect(sent).toHaveLength(2)
  })

  test('merges others’ changes to other fields and asks about changes to the same field', async () => {
    let now: BillingData = billing
    const { sent } = served({}, (path, method, { body }) => {
      if (path !== '/customers/8812/billing') return undefined
      if (method === 'GET') return { body: { billing: now } }
      if (body['version'] === now.version && now.version > 5) return undefined
      now = { ...billing, version: 6, zip: '99999', city: 'Bonn' }
      return refusal(409, 'stale')
    })
    await customerAt('/customers/8812')
    const form = await edit()
    fireEvent.change(form.getByLabelText('City'), { target: { value: 'Potsdam' } })
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    expect((await form.findByText(/Somebody else changed “City”/)).parentElement?.textContent).toContain('Theirs: Bonn')
    fireEvent.click(form.getByRole('button', { name: 'Keep yours' }))
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toMatchObject({ city: 'Potsdam', zip: '99999', version: 6 })
  })
})
