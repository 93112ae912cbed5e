import { beforeAll, describe, expect, test } from 'vitest'
import { customerNotes, feedback } from '../../server/db/schema/customer-records.ts'
import type { CustomerRow } from '../../src/contract/customers.ts'
import type { Pagination } from '../../src/contract/list.ts'
import type { FeedbackRow, NoteRow } from '../../src/contract/notes.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

describeDatabase('what customers are noted for', (engine) => {
  const { database, browser } = useServer(engine, { rol: 2 })

  beforeAll(async () => {
    await insertCustomers(database.current, [
      { firstName: 'Ana', lastName: 'Sol', email: 'ana@example.com' },
      { firstName: '', lastName: '', createdAt: testStart - 5, referredBy: 1 },
      { createdAt: testStart - 9, referredBy: 4 },
      { firstName: 'Zoé', lastName: '', createdAt: testStart - 7, referredBy: 1 },
    ])
    await database.current.orm.insert(customerNotes).values([
      { userId: 1, note: 'Called twice.', createdAt: testStart - 10, authorName: 'Marta' },
      { userId: 4, note: 'x'.repeat(10_000), createdAt: testStart, authorName: 'Jon' },
      { userId: 2, note: '<b>No name</b>', createdAt: testStart - 10, authorName: 'Marta' },
    ])
    await database.current.orm.insert(feedback).values([
      { userId: 1, note: 'Too dear', reasonType: 'price', createdAt: testStart - 3 },
      { userId: 2, note: '', reasonType: 'Other', createdAt: testStart - 3 },
      { userId: 1, note: 'Bye', reasonType: 'missing_feature', createdAt: testStart - 1 },
      { userId: 4, note: 'Hm', reasonType: 'price', createdAt: testStart - 8 },
    ])
  })

  interface Rows {
    '/customers/notes': NoteRow
    '/customers/feedback': FeedbackRow
    '/customers': CustomerRow
  }
  const list = async <Path extends keyof Rows>(path: Path, query: Record<string, string> = {}) => {
    const reply = await browser.get(`${path}?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: Rows[Path][]; pagination: Pagination }>()
  }

  describe('GET /customers/notes', () => {
    test.each<[Record<string, string>, number[]]>([
      [{ searchTerm: 'CALLED' }, [1]],
      [{ searchTerm: 'marta' }, [2, 1]],
      // A sign of the text, not of a pattern.
      [{ searchTerm: '%' }, []],
      [{ searchTerm: '_' }, []],
      [{ searchTerm: '' }, [4, 2, 1]],
      [{ from: String(testStart - 5) }, [4]],
      [{ to: String(testStart - 5) }, [2, 1]],
      [{ to: String(testStart - 5), sort: 'id', sortDirection: 'asc' }, [1, 2]],
    ])('filters by %o', async (query, users) => {
      const { rows, pagination } = await list('/customers/notes', query)
      expect(rows.map(({ user }) => user)).toEqual(users)
      expect(pagination.total_results).toBe(users.length)
    })

    test('returns full notes, newest first, each with author and customer [1.3 note row] [1.7 notes]', async () => {
      const { rows, pagination } = await list('/customers/notes')
      expect(rows.map(({ user, fullName, authorName }) => [user, fullName, authorName])).toEqual([
        [4, 'Zoé', 'Jon'],
        [2, '', 'Marta'],
        [1, 'Ana Sol', 'Marta'],
      ])
      expect(rows[0]?.note).toHaveLength(10_000)
      expect(rows[2]).toEqual({
        id: 1,
        user: 1,
        note: 'Called twice.',
        createdAt: testStart - 10,
        authorName: 'Marta',
        email: 'ana@example.com',
        fullName: 'Ana Sol',
      })
      expect(pagination).toMatchObject({ total_results: 3, configuredEntries: 10 })
    })

    test.each<[Record<string, string>, number[]]>([
      [{ sort: 'createdAt', sortDirection: 'asc' }, [1, 2, 4]],
      [{ sortDirection: 'asc' }, [1, 2, 4]],
      [{ sort: 'id', sortDirection: 'asc' }, [1, 2, 4]],
      [{ sortField: 'id', sortDirection: 'desc' }, [4, 2, 1]],
      [{ perPage: '1', page: '2' }, [2]],
      [{ length: '2', page: '9' }, [1]],
    ])('%o', async (query, users) => {
      expect((await list('/customers/notes', query)).rows.map(({ user }) => user)).toEqual(users)
    })
  })

  describe('GET /customers/feedback', () => {
    test.each<[Record<string, string>, string[]]>([
      [{ searchTerm: 'dear' }, ['Too dear']],
      [{ searchTerm: 'missing_f' }, ['Bye']],
      [{ user: '1' }, ['Bye', 'Too dear']],
      [{ user: '1', to: String(testStart - 2) }, ['Too dear']],
      [{ searchTerm: 'price', sort: 'id', sortDirection: 'asc' }, ['Too dear', 'Hm']],
    ])('filters by %o', async (query, notes) => {
      expect((await list('/customers/feedback', query)).rows.map(({ note }) => note)).toEqual(notes)
    })

    test('returns all feedback, newest first [1.3 feedback row] [1.7 feedback]', async () => {
      const { rows, pagination } = await list('/customers/feedback')
      expect(rows.map(({ id }) => id)).toEqual([3, 2, 1, 4])
      expect(rows[0]).toEqual({ id: 3, note: 'Bye', reasonType: 'missing_feature', createdAt: testStart - 1, user: 1 })
      expect(pagination).toMatchObject({ total_results: 4 })
    })

    test.each<[Record<string, string>, number[]]>([
      [{ sort: 'createdAt', sortDirection: 'asc' }, [4, 1, 2, 3]],
      [{ sort: 'reasonType', sortDirection: 'asc' }, [2, 3, 1, 4]],
      [{ sortField: 'reasonType', sortDirection: 'desc' }, [4, 1, 3, 2]],
      [{ sort: 'id', sortDirection: 'asc' }, [1, 2, 3, 4]],
      [{ perPage: '3', page: '2' }, [4]],
    ])('%o', async (query, ids) => {
      expect((await list('/customers/feedback', query)).rows.map(({ id }) => id)).toEqual(ids)
    })
  })

  describe('the referred lists (ruling 16) [R16 referred lists]', () => {
    const newestFirst = { sort: 'createdAt', sortDirection: 'desc' }

    test('contain customers referred by anybody or by one customer, with the fields of a referred row [1.3 referred row]', async () => {
      const { rows } = await list('/customers', { isReferred: 'true', ...newestFirst })
      expect(rows.map(({ id }) => id)).toEqual([2, 4, 3])
      expect(rows[1]).toMatchObject({
        id: 4,
        firstName: 'Zoé',
        lastName: '',
        email: 'customer4@example.com',
        createdAt: testStart - 7,
        planName: null,
        subscriptionStatus: null,
        referredBy: 1,
      })
      const ofOne = await list('/customers', { referredBy: '1', ...newestFirst, perPage: '1', page: '2' })
      expect(ofOne.rows.map(({ id }) => id)).toEqual([4])
      expect(ofOne.pagination).toMatchObject({ total_results: 2 })
      expect((await list('/customers', { referredBy: '99' })).rows).toEqual([])
    })
  })

  test.each([
    ['/customers/notes', 'sort', 'note'],
    ['/customers/notes', 'page', '0'],
    ['/customers/notes', 'sortDirection', 'up'],
    ['/customers/feedback', 'sort', 'note'],
    ['/customers/feedback', 'perPage', '151'],
    ['/customers', 'referredBy', 'ana'],
  ])('%s with an invalid %s returns 400 and names it', async (path, field, value) => {
    expect((await browser.get(`${path}?${field}=${value}`)).json()).toMatchObject({
      statusCode: 400,
      details: { [field]: expect.any(String) as string },
    })
  })
})
