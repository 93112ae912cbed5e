import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { billingData, customers } from '../../server/db/schema/customers.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

const stored = {
  country: 'fr',
  accountType: 'company',
  companyName: 'Café Sol',
  vatNumber: 'FR40303265045',
  taxId: null,
  firstname: 'Ana',
  lastname: 'Ruiz',
  street: 'Rue 1',
  zip: '75001',
  city: 'Paris',
  email: 'ana@intranet.local',
}

describeDatabase('billing data', (engine) => {
  const { database, browser } = useServer(engine, { rol: 2 })

  beforeEach(async () => {
    for (const table of [auditLog, customers]) await database.current.orm.delete(table)
    await insertCustomers(database.current, [{ firstName: 'Ana', lastName: 'Ruiz' }, {}, {}])
    await database.current.orm.insert(billingData).values([
      { userId: 1, ...stored },
      { userId: 2, ...stored, locked: true },
    ])
  })

  const read = async (id = 1) => (await database.current.orm.select().from(billingData).where(eq(billingData.userId, id)))[0]
  const save = (change: object = {}, id = 1) => browser.send('PATCH', `/customers/${id}/billing`, { ...stored, ...change })
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))

  test('are returned, null if missing, 404 for an unknown customer [1.3 billing data] [1.7 get billing]', async () => {
    expect((await browser.get('/customers/1/billing')).json()).toEqual({ billing: { ...stored, locked: false, version: 1 } })
    expect((await browser.get('/customers/3/billing')).json()).toEqual({ billing: null })
    expect((await browser.get('/customers/42/billing')).json()).toMatchObject({ statusCode: 404, message: 'Customer 42 was not found.' })
  })

  test('are saved trimmed, with only the changes in the audit row [1.7 save billing]', async () => {
    const reply = await save({ city: '  Lyon ', street: 'Rue 1 ', version: 1 })
    const [change] = await audited()
    expect(reply.json()).toEqual({ success: true, auditId: change?.id, undoable: true })
    expect(change).toMatchObject({
      action: 'customer.edit-billing',
      targetType: 'customer',
      targetId: 1,
      before: { city: 'Paris' },
      after: { city: 'Lyon' },
    })
    expect(Object.keys(change?.after as object)).toEqual(['city'])
    expect(await read()).toEqual({ userId: 1, ...stored, city: 'Lyon', locked: false, version: 2 })
  })

  test('an edit is undone field by field, but not one that was changed since, and not while they are locked', async () => {
    const undo = (auditId: number) => browser.send('POST', '/undo', { auditId })
    const edited = async (change: object) => (await save(change)).json().auditId as number
    const city = await edited({ city: 'Lyon' })
    await edited({ city: 'Lyon', zip: '69001' })
    expect((await undo(city)).json()).toMatchObject({
      action: 'customer.edit-billing',
      message: 'Edit of the billing data of Ana Ruiz was undone.',
    })
    expect(await read()).toEqual({ userId: 1, ...stored, zip: '69001', locked: false, version: 4 })
    const street = await edited({ zip: '69001', street: 'Rue 2' })
    await edited({ zip: '69001', street: 'Rue 3' })
    expect((await undo(street)).statusCode).toBe(409)
    const last = await edited({ zip: '69001', street: 'Rue 4' })
    await database.current.orm.update(billingData).set({ locked: true }).where(eq(billingData.userId, 1))
    expect((await undo(last)).json()).toMatchObject({ statusCode: 409, message: 'Billing data is locked.' })
    expect(await read()).toMatchObject({ street: 'Rue 4', version: 7 })
  })

  test('are not saved if nothing changed', async () => {
    expect((await save()).json()).toEqual({ success: true })
    expect(await read()).toMatchObject({ version: 1 })
    expect(await audited()).toEqual([])
  })

  test('a locked form is refused before any other check [R40 locked]', async () => {
    expect((await save({ city: 'Lyon', vatNumber: 'x', version: 7 }, 2)).json()).toEqual({
      statusCode: 409,
      error: 'unavailable_action',
      message: 'Billing data is locked.',
    })
    expect(await read(2)).toMatchObject({ city: 'Paris', version: 1 })
  })

  test('an outdated version is stale: one of two concurrent saves is refused', async () => {
    const replies = await Promise.all([save({ city: 'Lyon', version: 1 }), save({ city: 'Nice', version: 1 })])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      error: 'stale',
      message: 'The billing data of Ana Ruiz was changed by somebody else since you opened it: nothing was saved.',
    })
    expect(await audited()).toHaveLength(1)
  })

  test('saving is a 404 without billing data or a customer', async () => {
    expect((await save({}, 3)).json()).toMatchObject({ statusCode: 404, message: 'Ana Number 3 has no billing data.' })
    expect((await save({}, 42)).json()).toMatchObject({ statusCode: 404, message: 'Customer 42 was not found.' })
  })

  describe('the VAT number (ruling 40)', () => {
    const invalid = { statusCode: 422, error: 'invalid_vat', message: 'Invalid vat.', details: { vatNumber: 'Invalid vat.' } }
    const required = {
      statusCode: 422,
      error: 'vat_number_required',
      message: 'Vat number is required.',
      details: { vatNumber: 'Vat number is required.' },
    }

    test.each([null, '', '   ', undefined])('%j is rejected if a number is required [1.5 vat]', async (vatNumber) => {
      expect((await save({ vatNumber })).json()).toEqual(required)
      expect(await read()).toMatchObject({ vatNumber: 'FR40303265045', version: 1 })
    })

    test.each([
      ['fr', 'FR40303265046'],
      ['fr', '40303265045'],
      ['de', 'FR40303265045'],
      ['gr', 'GR094259216'],
      ['el', 'FR40303265045'],
    ])('for %s: %s is invalid', async (country, vatNumber) => {
      expect((await save({ country, vatNumber })).json()).toEqual(invalid)
      expect(await read()).toMatchObject({ country: 'fr', version: 1 })
    })

    test.each([
      ['gr', ' EL094259216 '],
      ['el', 'EL094259216'],
      ['DE', 'DE136695976'],
    ])('for %s: %s is saved [R40 greece]', async (country, vatNumber) => {
      expect((await save({ country, vatNumber })).statusCode).toBe(200)
      expect(await read()).toMatchObject({ country: country.toLowerCase(), vatNumber: vatNumber.trim() })
    })

    test.each([
      [{ accountType: 'private' }, { vatNumber: null, companyName: null, taxId: null }],
      [
        { country: 'es', taxId: 'B32866824' },
        { vatNumber: null, companyName: 'Café Sol', taxId: 'B32866824' },
      ],
      [
        { country: 'us', taxId: '12-3' },
        { vatNumber: null, companyName: 'Café Sol', taxId: '12-3' },
      ],
    ])('is dropped with %o, even if invalid [R40 vat number]', async (change, expected) => {
      expect((await save({ ...change, vatNumber: 'wrong' })).statusCode).toBe(200)
      expect(await read()).toMatchObject(expected)
    })
  })

  test('names the invalid fields, and saves nothing [1.5 tax id in spain]', async () => {
    expect((await save({ city: ' ', zip: 'z'.repeat(201) })).json()).toMatchObject({
      statusCode: 400,
      error: 'bad_request',
      details: { city: 'Must be present.', zip: 'Must have less than 200 characters.' },
    })
    expect((await save({ companyName: '' })).json()).toMatchObject({ details: { companyName: 'Must be present.' } })
    expect((await save({ country: 'es', taxId: null })).json()).toMatchObject({ details: { taxId: 'Must be present.' } })
    expect((await save({ country: 'es', taxId: 'Ж1' })).json()).toMatchObject({ details: { taxId: 'Must have only latin characters.' } })
    expect((await save({ locked: false })).json()).toMatchObject({ error: 'unknown_field' })
    expect(await read()).toMatchObject({ version: 1 })
  })

  test('checks the e-mail’s top-level domain only when the e-mail changes (ruling 39) [R39 top-level domains]', async () => {
    expect((await save({ city: 'Lyon' })).statusCode).toBe(200)
    expect((await save({ email: 'ana@other.local' })).json()).toMatchObject({ statusCode: 400, details: { email: 'Enter a valid email.' } })
    expect((await save({ email: 'ana@other.fr' })).statusCode).toBe(200)
  })
})
