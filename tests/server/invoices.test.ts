import { beforeAll, expect, test } from 'vitest'
import { endOfDay, startOfDay } from '../../src/contract/dates.ts'
import type { InvoiceRow } from '../../src/contract/invoices.ts'
import type { Pagination } from '../../src/contract/list.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertInvoices } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

describeDatabase('GET /invoices', (engine) => {
  const { database, browser } = useServer(engine, { rol: 2 })

  beforeAll(async () => {
    await insertCustomers(database.current, [{}, {}])
    await insertInvoices(database.current, [
      { createdAt: startOfDay('2025-03-01') - 1 },
      { createdAt: startOfDay('2025-03-01') },
      { createdAt: endOfDay('2025-03-31'), userId: 2 },
      { createdAt: startOfDay('2025-04-01') },
      { createdAt: startOfDay('2026-03-15') },
      // Entered late, with an older day than the previous invoice.
      { createdAt: startOfDay('2025-03-20') },
    ])
  })

  const list = async (query: Record<string, string> = {}) => {
    const reply = await browser.get(`/invoices?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: InvoiceRow[]; pagination: Pagination }>()
  }
  const idsOf = async (query: Record<string, string>) => (await list(query)).rows.map(({ id }) => id)

  test('returns all invoices, newest id first [2.3 invoice]', async () => {
    const { rows, pagination } = await list()
    expect(rows.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1])
    expect(rows[3]).toMatchObject({ id: 3, createdAt: endOfDay('2025-03-31'), link: 'file-3', customer: 2 })
    expect(pagination).toMatchObject({ total_results: 6, configuredEntries: 10 })
  })

  // [2.2 invoice lists] [2.2 invoice month] [2.2 invoice search] [2.7 invoices]
  test.each<[Record<string, string>, number[]]>([
    [{ month: '3', year: '2025' }, [6, 3, 2]],
    [{ month: '3', year: '2025', sortDirection: 'asc' }, [2, 3, 6]],
    [{ month: '3', year: '2025', sort: 'createdAt', sortDirection: 'asc' }, [2, 6, 3]],
    [{ month: '4', year: '2025' }, [4]],
    [{ month: '2', year: '2025' }, [1]],
    [{ month: '1', year: '2025' }, []],
    [{ year: '2025' }, [6, 4, 3, 2, 1]],
    // Invoices of this year: the test clock is in 2026.
    [{ month: '3' }, [5]],
    [{ user: '2' }, [3]],
    [{ user: '2', month: '4', year: '2025' }, [3]],
    [{ user: '2', from: String(endOfDay('2025-03-31')), to: String(endOfDay('2025-03-31')) }, [3]],
    [{ user: '2', from: String(startOfDay('2025-04-01')) }, []],
    [{ to: String(endOfDay('2025-03-31')), sort: 'createdAt', sortDirection: 'desc' }, [3, 6, 2, 1]],
    [{ from: String(startOfDay('2025-04-01')) }, [5, 4]],
    [{ user: '99' }, []],
    [{ invoiceId: '4' }, [4]],
    [{ invoiceId: '4', user: '2' }, []],
    [{ invoiceId: '4', month: '3', year: '2025' }, []],
    [{ invoiceId: '99' }, []],
    [{ number: '2026-4' }, [4]],
    [{ number: '2026-04' }, []],
    [{ number: '2026-4', user: '2' }, []],
    [{ sort: 'id', sortDirection: 'asc' }, [1, 2, 3, 4, 5, 6]],
    [{ sort: 'createdAt', sortDirection: 'desc' }, [5, 4, 3, 6, 2, 1]],
    [{ sort: 'createdAt', sortDirection: 'asc', perPage: '2', page: '2' }, [6, 3]],
    [{ page: '7', perPage: '4' }, [2, 1]],
  ])('%o', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids)
  })

  test.each([
    ['month', '13'],
    ['year', '2021'],
    ['user', 'ana'],
    ['invoiceId', '0'],
    ['number', '%00'],
    ['sort', 'total'],
  ])('responds with 400 and names an invalid %s', async (field, value) => {
    expect((await browser.get(`/invoices?${field}=${value}`)).json()).toMatchObject({
      statusCode: 400,
      details: { [field]: expect.any(String) as string },
    })
  })
})
