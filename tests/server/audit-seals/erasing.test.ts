import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { keptFields, withoutText } from '../../../server/audit/personal-text.ts'
import { describeEngines } from '../../support/database.ts'
import { makePerson, personalText } from '../../support/person.ts'
import { insertCustomers, insertQrs } from '../../support/rows.ts'
import { sealerOf, verified } from '../../support/sealed-trail.ts'
import { useServer } from '../../support/server.ts'

// [1.7 audit erased]
describeEngines('a sealed trail', (engine) => {
  const { database, server, browser } = useServer(engine, { emptied: true })

  test('stays whole when a person is erased, and shows any other change of it', async () => {
    await insertCustomers(database.current, [{ id: 8 }])
    await makePerson(server, browser, 7)
    const sealer = sealerOf(database.current)
    await sealer.run()
    const before = await verified(database.current.orm)
    expect(before.faults).toEqual([])
    expect((await browser.send('PATCH', '/customers/7/erase', {})).statusCode).toBe(200)
    expect((await verified(database.current.orm)).faults).toEqual([])
    await sealer.run()
    await sealer.run()
    expect(await verified(database.current.orm, [before])).toMatchObject({ faults: [], waiting: 0 })
    const { rows } = await database.current.orm.execute<{ text: string }>(
      sql`select coalesce(string_agg(a::text, ' '), '') as text from audit_log a`,
    )
    for (const text of personalText) expect(rows[0]?.text.toLowerCase()).not.toContain(text.toLowerCase())
    const erased = sql`(select min(audit_id) from audit_seals where erased_by is not null)`
    const spared = sql`(select min(audit_id) from audit_seals where salt is not null)`
    const changes = [
      [sql`update audit_log set after = coalesce(after, '{}') || '{"qrLimit": 12}' where id = ${erased}`],
      [sql`update audit_log set after = coalesce(after, '{}') || '{"name": "text"}' where id = ${erased}`],
      [
        sql`update audit_log set before = null, after = null where id = ${spared}`,
        sql`update audit_seals set salt = null, erased_by = (select max(erased_by) from audit_seals) where audit_id = ${spared}`,
      ],
    ]
    for (const statements of changes)
      await database.current.orm
        .transaction(async (tx) => {
          for (const statement of statements) await tx.execute(statement)
          expect((await verified(tx)).faults).not.toEqual([])
          throw new Error('taken back')
        })
        .catch((error: Error) => expect(error.message).toBe('taken back'))
    expect((await verified(database.current.orm)).faults).toEqual([])
  })

  test('stays whole when changes to many codes are completed and undone', async () => {
    await insertCustomers(database.current, [{ id: 1 }])
    await insertQrs(database.current, [{ userId: 1, status: 1, stopped: 1 }])
    const sealer = sealerOf(database.current)
    const { auditId } = (await browser.send('PATCH', '/qrs/1/activate-all', {})).json<{ auditId: number }>()
    expect(auditId).toBeGreaterThan(0)
    await sealer.run()
    expect((await browser.send('POST', '/undo', { auditId })).statusCode).toBe(200)
    await sealer.run()
    expect(await verified(database.current.orm)).toMatchObject({ faults: [], waiting: 0 })
  })

  test('keeps the same fields in SQL and in the hash', async () => {
    const samples = [
      null,
      1,
      [1],
      {},
      { a: 'x' },
      {
        status: 'x',
        paymentStatus: { a: 1 },
        currency: 'eur',
        state: 's',
        list: [1],
        n: null,
        b: true,
        o: { a: 1 },
        's\n': 2,
        'xstatus\n': 'y',
      },
    ]
    for (const sample of samples) {
      const { rows } = await database.current.orm.execute<{ kept: unknown }>(
        sql`select ${withoutText(sql`${JSON.stringify(sample)}::jsonb`)} as kept`,
      )
      expect(rows[0]?.kept).toEqual(keptFields(sample))
    }
  })
})
