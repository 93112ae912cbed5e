import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BillingEdit, euCountries, isLatin, needsVatNumber, requiresTaxId, showsTaxId } from '../../src/contract/billing.ts'
import { messages } from '../../src/contract/fields.ts'

const billing = {
  country: 'fr',
  accountType: 'company',
  companyName: 'Café Sol',
  vatNumber: 'FR40303265045',
  taxId: null,
  firstname: 'Ana',
  lastname: 'Ruiz',
  street: 'Calle Mayor 1',
  zip: '28001',
  city: 'Madrid',
  email: 'ana@example.com',
}
const fields = ['companyName', 'firstname', 'lastname', 'street', 'zip', 'city', 'email'] as const

function refusals(change: object): Record<string, string> {
  const { error } = BillingEdit.safeParse({ ...billing, ...change })
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

describe('the billing form (document 1, section 5; ruling 40) [R40 tax id]', () => {
  test('the EU list is the documented one: without es, with el and gr [1.5 eu list]', () => {
    expect(euCountries).toHaveLength(27)
    expect(euCountries).not.toContain('es')
    expect(euCountries).toEqual(expect.arrayContaining(['el', 'gr']))
  })

  test.each([
    ['fr', 'company', { vat: true, tax: false, taxRequired: false }],
    ['FR', 'company', { vat: true, tax: false, taxRequired: false }],
    ['el', 'company', { vat: true, tax: false, taxRequired: false }],
    ['gr', 'company', { vat: true, tax: false, taxRequired: false }],
    ['fr', 'private', { vat: false, tax: true, taxRequired: false }],
    ['es', 'company', { vat: false, tax: true, taxRequired: true }],
    ['es', 'private', { vat: false, tax: true, taxRequired: true }],
    ['us', 'company', { vat: false, tax: true, taxRequired: false }],
    ['gb', 'private', { vat: false, tax: true, taxRequired: false }],
  ] as const)('%s, %s: %o [1.5 vat number]', (country, accountType, { vat, tax, taxRequired }) => {
    const of = { country, accountType }
    expect({ vat: needsVatNumber(of), tax: showsTaxId(of), taxRequired: requiresTaxId(of) }).toEqual({ vat, tax, taxRequired })
    const { vatNumber, taxId } = BillingEdit.parse({ ...billing, ...of, taxId: '12345678Z' })
    expect({ vatNumber, taxId }).toEqual({ vatNumber: vat ? 'FR40303265045' : null, taxId: tax ? '12345678Z' : null })
    expect(refusals({ ...of, taxId: null })).toEqual(taxRequired ? { taxId: messages.required } : {})
  })

  test.each(fields)('%s is required and must not be blank [1.5 billing required]', (field) => {
    expect(refusals({ [field]: '' })).toEqual({ [field]: messages.required })
    expect(refusals({ [field]: '   ' })).toEqual({ [field]: messages.required })
    if (field !== 'companyName') expect(refusals({ [field]: undefined })).toEqual({ [field]: messages.required })
  })

  test('a private person has no company [1.5 company name]', () => {
    expect(BillingEdit.parse({ ...billing, accountType: 'private', companyName: 'Café Sol' }).companyName).toBeNull()
    expect(refusals({ accountType: 'private', companyName: '' })).toEqual({})
  })

  test.each(['companyName', 'vatNumber', 'firstname', 'lastname', 'street', 'zip', 'city'])(
    '%s is trimmed and has at most 200 characters',
    (field) => {
      expect(BillingEdit.parse({ ...billing, [field]: `  ${'a'.repeat(200)} ` })).toMatchObject({ [field]: 'a'.repeat(200) })
      expect(refusals({ [field]: 'a'.repeat(201) })).toEqual({ [field]: messages.tooLong(200) })
    },
  )

  test('reads a blank VAT number as missing, and leaves rejecting it to the server', () => {
    expect(BillingEdit.parse({ ...billing, vatNumber: ' ' }).vatNumber).toBeNull()
  })

  test('checks e-mail, country, account type and unknown fields', () => {
    expect(refusals({ email: 'ana@example' })).toEqual({ email: messages.email })
    expect(refusals({ country: 'fra' })).toHaveProperty('country')
    expect(refusals({ accountType: 'club' })).toHaveProperty('accountType')
    expect(BillingEdit.safeParse({ ...billing, locked: false }).success).toBe(false)
    expect(BillingEdit.parse({ ...billing, country: 'FR', email: ' ana@example.com ' })).toMatchObject({
      country: 'fr',
      email: 'ana@example.com',
    })
  })

  test('the tax id allows only Latin characters [1.5 tax id in spain]', () => {
    const spain = { country: 'es', accountType: 'private' }
    expect(refusals({ ...spain, taxId: '1234567Я' })).toEqual({ taxId: messages.latin })
    expect(refusals({ ...spain, taxId: 'Ñ-12.345/6 (a)' })).toEqual({})
  })
})

describe('Latin only', () => {
  test.each(['', 'Ana López', 'Straße 5, 2º B', 'łódź', 'e\u0301', 'O’Neil & Söhne – "Nº 1"', 'a\tb\nc'])('accepts %j', (text) => {
    expect(isLatin(text)).toBe(true)
  })
  test.each(['Анна', 'Αθήνα', '東京', 'علي', 'ok 👍', 'a\u0000', 'a\u200Bb', '½'])('rejects %j', (text) => {
    expect(isLatin(text)).toBe(false)
  })

  const latin = fc.stringMatching(/^[A-Za-z0-9À-ÖØ-öø-ž .,;:!?()'-]*$/)
  test('accepts any text of Latin letters, digits, spaces and punctuation, and rejects one letter of another script [1.5 latin]', () => {
    fc.assert(fc.property(latin, isLatin))
    fc.assert(
      fc.property(
        latin,
        latin,
        fc.constantFrom('я', 'Ω', '字', 'ب', '한', 'ก'),
        (before, after, other) => !isLatin(before + other + after),
      ),
    )
  })

  test('handles a million characters', () => {
    expect(isLatin(`${'a '.repeat(500_000)}я`)).toBe(false)
  })
})
