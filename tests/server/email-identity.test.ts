import { beforeAll, describe, expect, test } from 'vitest'
import { isEmailTaken } from '../../server/resources/customers/email.ts'
import { matchCustomers } from '../../server/resources/customers/match.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

/** What is typed or claimed, and the customer whose address it is. */
const addresses: readonly [string, number | null][] = [
  ['mike@example.com', 1],
  ['MIKE@Example.COM', 1],
  // Other letters are other people.
  ['mıke@example.com', null],
  ['míke@example.com', null],
  ['mike\u200b@example.com', null],
  // A host is one in any spelling.
  ['info@bücher.example', 2],
  ['INFO@xn--bcher-kva.example', 2],
  ['info@BÜCHER.example', 2],
  ['info@bu\u0308cher.example', 2],
  ['info@bucher.example', 3],
  ['info@straße.example', 4],
  ['info@xn--strae-oqa.example', 4],
  ['o’sullivan@example.com', null],
  ["o'sullivan@example.com", 5],
]

describeEngines('whose an address is [R62 identity]', (engine) => {
  const { database, browser } = useServer(engine)
  beforeAll(async () => {
    const emails = [
      'mike@example.com',
      'info@xn--bcher-kva.example',
      'info@bucher.example',
      'info@straße.example',
      "o'sullivan@example.com",
    ]
    await insertCustomers(
      database.current,
      emails.map((email) => ({ email })),
    )
  })

  describe.each(addresses)('%s is customer %s', (email, id) => {
    test('to the payment provider’s records', async () => {
      const [match] = await matchCustomers(database.current.orm, [{ customerId: 'cus_new', externalId: null, email }])
      expect(match?.id ?? null).toBe(id)
    })

    test('to the look-up and the exact search', async () => {
      const found = await browser.get(`/customers/find/${encodeURIComponent(email)}`)
      expect(found.statusCode === 404 ? null : found.json<{ id: number }>().id).toBe(id)
      const listed = await browser.get(`/customers?searchTerm=${encodeURIComponent(email)}&exactSearch=true`)
      expect(listed.json<{ rows: { id: number }[] }>().rows.map((row) => row.id)).toEqual(id === null ? [] : [id])
    })

    test('to a colleague who gives it to somebody else', async () => {
      expect(await database.current.orm.transaction((tx) => isEmailTaken(tx, email, 99))).toBe(id !== null)
    })
  })
})
