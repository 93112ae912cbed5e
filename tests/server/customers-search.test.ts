import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { wordsOf } from '../../src/contract/customer-match.ts'
import { foldText } from '../../src/contract/fold.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

const people = [
  { firstName: 'Ana', lastName: 'Ruiz', companyName: 'Café Sol', email: 'ana.ruiz@correo.example' },
  { firstName: 'Ruiz', lastName: 'Anabel', email: 'shop@anabel.example' },
  { firstName: 'Susana', lastName: 'Ferrer', email: 'susi@post.example' },
  { firstName: 'Mario', lastName: 'Ana Ruiz de Castro', email: 'mario@post.example' },
  { firstName: 'Li', lastName: 'Wei', companyName: 'Anchor Ltd', email: 'li@anchor.example' },
  { firstName: '小明', lastName: '王', email: 'ming@post.example' },
  { firstName: 'Łukasz', lastName: 'Nowak', email: 'l.nowak@post.example' },
  { firstName: 'Ana', lastName: 'Ruiz', email: 'gone@post.example', deleted: true },
  { firstName: 'Zoe', lastName: "O'Neill-Smith", email: 'zoe@post.example', stripeCustomerId: 'cus_Ana12345' },
  { firstName: 'Иван', lastName: 'Петров', email: 'ivan@post.example' },
]

describeEngines('the search for customers [1.7 search customers]', (engine) => {
  const { database, browser } = useServer(engine, { rol: 2 })
  beforeAll(async () => {
    await insertCustomers(database.current, people)
  })

  const search = async (term: string, limit = 6) => {
    const reply = await browser.get(`/customers/search?${new URLSearchParams({ term, limit: String(limit) })}`)
    const { rows, total } = reply.json<{ rows: { id: number }[]; total: number }>()
    return { ids: rows.map(({ id }) => id), total }
  }
  const listed = async (searchTerm: string) => {
    const reply = await browser.get(`/customers?${new URLSearchParams({ searchTerm, exactSearch: 'false', perPage: '50' })}`)
    return reply.json<{ rows: { id: number }[] }>().rows.map(({ id }) => id)
  }

  test.each<[string, number[]]>([
    // Matches of the whole name come first, then names with words that begin this way, then others. Deleted customers come last.
    ['ana ruiz', [1, 8, 4, 2]],
    ['ruiz ana', [1, 8, 4, 2]],
    ['ANA', [1, 8, 4, 2, 3]],
    ['rui', [2, 4, 1, 8]],
    ['castro mario', [4]],
    // Company, e-mail, and parts of words.
    ['cafe sol', [1]],
    ['sol ana', [1]],
    ['anch', [5]],
    ['correo', [1]],
    ['ruiz correo', [1]],
    ['shop anabel', [2]],
    ['usan', [3]],
    ['neill', [9]],
    ["o'neill", [9]],
    // One typo in a word of four letters or more, only if there is nothing else.
    ['ana ruis', [1, 8, 4, 2]],
    ['ferer', [3]],
    ['sussana', [3]],
    ['susnaa', [3]],
    ['xusana', [3]],
    ['ruez', [2, 4, 1, 8]],
    ['lucasz', [7]],
    ['петроф', [10]],
    ['аван', [10]],
    ['ао', []],
    ['lii', []],
    // An e-mail address: whole or begun, or with a typo before or after the @. The domain ending alone matches nothing.
    ['ana.ruiz@correo.example', [1]],
    ['ANA.RUIZ@cor', [1]],
    ['ruiz@correo', [1]],
    ['ana.ruis@correo.example', [1]],
    ['ana.ruiz@coreo.example', [1]],
    ['ana.ruis@coreo.example', [1]],
    ['shop@anabell.example', [2]],
    // No customer has it, but these have all its words.
    ['ana.ruiz@post.example', [4, 8]],
    // Letters of other languages, and scripts without spaces.
    ['łuk', [7]],
    ['luk now', [7]],
    ['王', [6]],
    ['明', [6]],
    ['小明', [6]],
    ['明 王', [6]],
    ['петр', [10]],
    // Matches nobody's name.
    ['%', []],
    ['___', []],
    ["'; DROP TABLE customers; --", []],
    ['.*', []],
    ['(ana', [1, 8, 4, 2]],
    ['🙂', []],
    ['ana & ruiz', [1, 8, 4, 2]],
    ['a'.repeat(320), []],
    ['ana '.repeat(70).trim(), [1, 8, 4, 2]],
  ])('%j finds %j', async (term, ids) => {
    expect((await search(term)).ids).toEqual(ids)
  })

  test.each(['ana', 'ruiz ana', 'post', 'ana ruis', 'post.example', 'a', '明', 'sol ana', 'li', 'xyz'])(
    'returns the same total as the list for %j',
    async (term) => {
      const { total } = await search(term, 1)
      expect((await listed(term)).length).toBe(total)
    },
  )

  test('the list matches words in any order, and tolerates a typo if nothing else matches', async () => {
    expect(await listed('ruiz ana')).toEqual([8, 4, 2, 1])
    expect(await listed('ana ruis')).toEqual([8, 4, 2, 1])
    expect(await listed('xyz')).toEqual([])
  })

  test('rejects a blank term and a limit of 51, and accepts a NUL', async () => {
    expect((await browser.get('/customers/search?term=%20')).statusCode).toBe(400)
    expect((await browser.get('/customers/search?term=ana&limit=51')).statusCode).toBe(400)
    expect((await browser.get('/customers/search?term=ana%00')).statusCode).toBe(200)
  })

  test('SQL finds every word that wordsOf finds', async () => {
    const letters = fc.constantFrom(...Array.from('aZé ł0._-@\'"\\{[~ß王明\u3042\u0e01\t\n‘—'))
    const texts = fc.sample(fc.array(letters, { maxLength: 30 }), 200).map((text) => foldText(text.join('')))
    const { rows } = await database.current.pool.query<{ words: string[] }>(
      `SELECT tsvector_to_array(search_words(t, '')) AS words FROM unnest($1::text[]) WITH ORDINALITY AS x (t, n) ORDER BY n`,
      [texts],
    )
    for (const [index, text] of texts.entries()) expect(rows[index]?.words).toEqual(expect.arrayContaining(wordsOf(text)))
  })

  test('stores and finds a name with thousands of letters', async () => {
    const [id] = await insertCustomers(database.current, [
      { id: 99, firstName: `Kilo${'x'.repeat(9_000)}`, lastName: 'Long', email: 'k@x.example' },
    ])
    expect((await search('kiloxx long')).ids).toEqual([id])
    await database.current.pool.query('DELETE FROM customers WHERE id = 99')
  })
})
