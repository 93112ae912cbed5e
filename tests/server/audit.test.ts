import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '../../server/audit/queries.ts'
import { writeAudit } from '../../server/audit/write.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { AuditListQuery, type AuditRow } from '../../src/contract/audit.ts'
import type { Pagination } from '../../src/contract/list.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { useServer } from '../support/server.ts'
import { makeStaff } from '../support/sign-in.ts'

describeDatabase('GET /audit', (engine) => {
  const { database, server, browser } = useServer(engine)
  let martaId: number

  beforeAll(async () => {
    const marta = await makeStaff(server, { email: 'Marta@Example.com' })
    martaId = marta.id
    const actor = { staff: marta, ip: '10.1.1.1' }
    const { orm } = database.current
    await writeAudit(orm, {
      ...actor,
      now: testStart - 40,
      action: 'customer.ban',
      targetType: 'customer',
      targetId: 7,
      before: { banned: false },
      after: { banned: true },
      reversible: true,
    })
    const change = { actorId: null, ip: null, targetType: 'customer', targetId: 7 }
    await orm.insert(auditLog).values([
      { ...change, at: testStart - 30, actorEmail: 'jon_1@example.com', action: 'customer.unban', undoneBy: 1 },
      { ...change, at: testStart - 30, actorEmail: 'jon_1@example.com', action: 'payment.refund', targetType: 'payment', targetId: 7 },
      { ...change, at: testStart - 10, actorEmail: 'ÉVA@büro.example', action: 'customer.ban', targetId: 8 },
      // Written late: an older time than the previous row.
      { ...change, at: testStart - 20, actorEmail: 'jon1@example.com', action: 'customer.ban', targetId: 9 },
    ])
  })

  const list = async (query: Record<string, string> = {}) => {
    const reply = await browser.get(`/audit?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: AuditRow[]; pagination: Pagination }>()
  }

  test('returns every change, newest first: actor, action, target, before, after and IP address [1.7 audit]', async () => {
    const { rows, pagination } = await list()
    expect(rows.map(({ id }) => id)).toEqual([4, 5, 3, 2, 1])
    expect(rows[4]).toEqual({
      id: 1,
      at: testStart - 40,
      actorId: martaId,
      actorEmail: 'Marta@Example.com',
      action: 'customer.ban',
      targetType: 'customer',
      targetId: 7,
      before: { banned: false },
      after: { banned: true },
      ip: '10.1.1.1',
      undoneBy: null,
      batch: null,
      step: null,
      approvedBy: null,
    })
    expect(rows[3]).toMatchObject({ actorId: null, before: null, after: null, ip: null, undoneBy: 1 })
    expect(pagination).toMatchObject({ total_results: 5, configuredEntries: 10 })
  })

  test.each<[Record<string, string>, number[]]>([
    [{ actor: 'marta' }, [1]],
    [{ actor: ' MARTA@example ' }, [1]],
    [{ actor: 'éva@BÜRO' }, [4]],
    [{ actor: 'éva@xn--bro-hoa' }, [4]],
    [{ actor: 'JON' }, [5, 3, 2]],
    // Pattern characters match literally.
    [{ actor: 'jon_' }, [3, 2]],
    [{ actor: '%' }, []],
    [{ actor: 'example.com' }, [5, 3, 2, 1]],
    [{ actor: '@' }, [4, 5, 3, 2, 1]],
    [{ actor: '' }, [4, 5, 3, 2, 1]],
    [{ action: 'customer.ban' }, [4, 5, 1]],
    [{ action: 'customer' }, []],
    [{ targetType: 'customer' }, [4, 5, 2, 1]],
    [{ targetId: '7' }, [3, 2, 1]],
    [{ targetType: 'customer', targetId: '7' }, [2, 1]],
    [{ from: String(testStart - 30) }, [4, 5, 3, 2]],
    [{ from: String(testStart - 30), to: String(testStart - 20) }, [5, 3, 2]],
    [{ action: 'customer.ban', to: String(testStart - 20) }, [5, 1]],
    [{ actor: 'jon', action: 'customer.ban', targetType: 'customer', targetId: '9' }, [5]],
    [{ actor: 'jon', targetId: '7', from: String(testStart - 30) }, [3, 2]],
    [{ sortDirection: 'asc' }, [1, 2, 3, 5, 4]],
    [{ sort: 'at', sortDirection: 'asc', action: 'customer.ban' }, [1, 5, 4]],
    [{ perPage: '2', page: '2' }, [3, 2]],
    [{ perPage: '2', page: '9' }, [1]],
    [{ perPage: '2', page: '2', actor: 'jon' }, [2]],
  ])('%o', async (query, ids) => {
    expect((await list(query)).rows.map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    ['targetId', 'ana'],
    ['targetId', '0'],
    ['from', 'yesterday'],
    ['to', '-1'],
    ['action', 'x'.repeat(61)],
    ['sort', 'actor'],
    ['perPage', '0'],
  ])('an invalid %s is a 400 naming the field', async (field, value) => {
    expect((await browser.get(`/audit?${field}=${value}`)).json()).toMatchObject({
      statusCode: 400,
      details: { [field]: expect.any(String) as string },
    })
  })

  describe('with many rows', () => {
    beforeAll(async () => {
      const { orm } = database.current
      await orm.execute(sql`insert into audit_log (at, actor_email, action, target_type, target_id)
        select ${testStart}::bigint + n, 'many' || n % 3 || '@example.com', 'customer.edit', 'customer', 1 + n % 50 from generate_series(1, 12000) n`)
      await orm.execute(sql`analyze audit_log`)
    })

    test.each<[Record<string, string>, object]>([
      [{}, { total_results: 10_000, total_capped: true }],
      [{ actor: 'many1' }, { total_results: 4_000 }],
      [{ actor: 'many' }, { total_results: 10_000, total_capped: true }],
      [{ actor: 'marta' }, { total_results: 1 }],
      [{ targetType: 'payment' }, { total_results: 1 }],
    ])('%o counts up to 10,000', async (query, totals) => {
      const parsed = AuditListQuery.parse({ ...query, perPage: '3' })
      const { rows, pagination } = await listAudit(database.current.orm, parsed)
      expect(pagination).toMatchObject(totals)
      expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((a, b) => b - a))
    })
  })
})
