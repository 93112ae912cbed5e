import { describe, expect, test } from 'vitest'
import { describeEngines } from '../support/database.ts'
import { useListedCustomers } from '../support/listed-customers.ts'

describeEngines('the search in GET /customers', (engine) => {
  const { list, idsOf } = useListedCustomers(engine)

  describe('exact search: a whole id, e-mail, name, company or provider id (ruling 18) [1.2 search modes] [R18 exact search]', () => {
    test.each<[string, number[]]>([
      ['1', [1]],
      ['ANA@example.com', [1]],
      // Accents tell people apart (ruling 62).
      ['ana lopez', [2]],
      ['  Ana   LÓPEZ ', [1]],
      ['ana', []],
      ['café 100%', [1]],
      ['CUS_ANA1', [1]],
      ['иван петров', [3]],
      ['小明 王', [4]],
      ['東京都商店', [4]],
      ['a_b ltd', [5]],
      ['axb ltd', []],
      ['back\\slash', [7]],
      ['%', []],
      ['Ana López - Café 100%', []],
      ['\u0301', []],
    ])('%j', async (searchTerm, ids) => {
      expect(await idsOf({ searchTerm })).toEqual(ids)
      expect(await idsOf({ searchTerm, exactSearch: 'true' })).toEqual(ids)
    })
  })

  describe('normal search: part of the same fields [R18 normal search]', () => {
    test.each<[string, number[]]>([
      ['lopez', [2, 1]],
      ['LÓPE', [2, 1]],
      ['example.com', [7, 6, 5, 2, 1]],
      ['a_b', [5]],
      ['a_b l', [5]],
      ['100%', [1]],
      ['%example', []],
      ['exa%ple', []],
      ['ex_mple', []],
      ['___', []],
      ['back\\sl', [7]],
      ['cus_ana', [1]],
      ['етров', [3]],
      ['пример', [3]],
      ['京都商', [4]],
      // A part of one field, or words of several, but never a part that spans two fields.
      ['com\nan', [2, 1]],
      ['om\nana', []],
      ['com ana', [2, 1]],
      // Below three characters: the start of a name or e-mail, or the id.
      ['an', [2, 1]],
      ['a', [6, 5, 2, 1]],
      ['ив', [3]],
      ['小', [4]],
      ['3', [3]],
      ['%', []],
      ['_', []],
      ['\\', []],
    ])('%j', async (searchTerm, ids) => {
      expect(await idsOf({ searchTerm, exactSearch: 'false' })).toEqual(ids)
    })

    test('combines with filters and sort order', async () => {
      expect(await idsOf({ searchTerm: 'example', exactSearch: 'false', country: 'fr', sort: 'email', sortDirection: 'asc' })).toEqual([
        6, 7,
      ])
      expect(await idsOf({ searchTerm: 'lopez', exactSearch: 'false', sort: 'fullName' })).toEqual([2, 1])
    })

    // [1.3 autocomplete] [R14 autocomplete] [R14 autocomplete result]
    test('returns pages and total next to pagination for autocomplete (ruling 14)', async () => {
      const found = await list({ searchTerm: 'example', exactSearch: 'false', perPage: '2' })
      expect(found).toMatchObject({ pages: 3, total: 6, pagination: { total_pages: 3, total_results: 6 } })
      const others: Record<string, string>[] = [
        { exactSearch: 'false' },
        { exactSearch: 'false', searchTerm: ' ' },
        { searchTerm: 'ana lopez' },
      ]
      for (const query of others) expect(Object.keys(await list(query)).toSorted()).toEqual(['pagination', 'rows'])
    })
  })

  test('drops the NUL character, which PostgreSQL cannot store, from a search term', async () => {
    expect(await idsOf({ searchTerm: 'ana@\u0000example.com' })).toEqual([1])
  })
})
