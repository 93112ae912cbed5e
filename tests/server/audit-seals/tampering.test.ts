import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { entryHash, genesis, personalHash, type SealedRow, sealedColumns } from '../../../server/audit/seals/entry.ts'
import type { Db } from '../../../server/db/connect.ts'
import { auditLog } from '../../../server/db/schema/staff.ts'
import { describeEngines } from '../../support/database.ts'
import { addAudits, sealerOf, verified } from '../../support/sealed-trail.ts'

const rows = 40

/** A row of the trail, by its place among them. */
const place = fc.integer({ min: 0, max: rows - 1 })
const idAt = (at: number) => sql`(select id from audit_log order by id offset ${at} limit 1)`
const audits = (set: SQL, at: number) => [sql`update audit_log set ${set} where id = ${idAt(at)}`]
const seals = (set: SQL, at: number) => [sql`update audit_seals set ${set} where position = ${at + 1}`]
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((value) => Buffer.from(value))

const edits = fc.tuple(
  place,
  fc.oneof(
    fc.constantFrom(
      sql`action = 'customer.ban'`,
      sql`actor_email = 'marta@quaydesk.test'`,
      sql`target_type = 'qr'`,
      sql`approved_by = 'marta@quaydesk.test'`,
      sql`ip = null`,
      sql`before = null`,
      sql`after = '{}'`,
      sql`step = 1`,
      sql`batch = gen_random_uuid()`,
      sql`after = before, before = after`,
      sql`before = before - 'firstName'`,
      sql`before = before - 'firstName', after = after - 'firstName'`,
    ),
    fc.integer({ min: 1, max: 1e9 }).chain((by) => fc.constantFrom(sql`at = at + ${by}`, sql`target_id = target_id + ${by}`)),
    fc
      .string({ minLength: 1, unit: 'grapheme-ascii' })
      .map((text) => sql`after = jsonb_set(after, '{firstName}', to_jsonb('x' || ${text}::text))`),
    fc.integer({ min: 1e6, max: 1e9 }).map((limit) => sql`after = jsonb_set(after, '{qrLimit}', to_jsonb(${limit}::int))`),
  ),
)

const tampering = fc.oneof(
  edits.map(([at, set]) => audits(set, at)),
  fc
    .tuple(place, bytes)
    .chain(([at, value]) =>
      fc.constantFrom(
        seals(sql`hash = ${value}`, at),
        seals(sql`personal = ${value}`, at),
        seals(sql`salt = ${value}`, at),
        seals(sql`at = at + 1`, at),
        seals(sql`audit_id = null, settled = 1000`, at),
        seals(sql`salt = null`, at),
        seals(sql`salt = null, erased_by = ${idAt(3)}`, at),
      ),
    ),
  // An erasure that nobody made: the texts and what they could be compared with are gone.
  fc
    .tuple(place, place)
    .map(([at, by]) => [
      ...audits(sql`before = before - 'firstName', after = after - 'firstName'`, at),
      sql`update audit_seals set salt = null, erased_by = ${idAt(by)} where audit_id = ${idAt(at)}`,
    ]),
  place.map((at) => [sql`delete from audit_log where id = ${idAt(at)}`]),
  place.map((at) => [sql`delete from audit_seals where position = ${at + 1}`]),
  place.map((at) => [sql`delete from audit_seals where audit_id = ${idAt(at)}`, sql`delete from audit_log where id = ${idAt(at)}`]),
  fc.tuple(place, fc.constantFrom(1, 10_000), fc.constantFrom('row', 'row and seal')).map(([at, below, what]) => [
    sql`insert into audit_log (id, at, actor_email, action, target_type, target_id)
      select ${idAt(at)} - ${below}::int, at, actor_email, action, target_type, target_id from audit_log where id = ${idAt(at)}`,
    ...(what === 'row'
      ? []
      : [
          sql`insert into audit_seals select position - 10000, audit_id - ${below}::int, settled, at, personal, salt, hash from audit_seals where position = ${at + 1}`,
        ]),
  ]),
  // Two rows change places, or their seals do.
  fc.uniqueArray(place, { minLength: 2, maxLength: 2 }).map(([one = 0, other = 1]) => [
    sql`update audit_log a set at = b.at, target_id = b.target_id, before = b.before, after = b.after from audit_log b
      where a.id in (${idAt(one)}, ${idAt(other)}) and b.id in (${idAt(one)}, ${idAt(other)}) and a.id <> b.id`,
  ]),
  fc
    .uniqueArray(place, { minLength: 2, maxLength: 2 })
    .map(([one = 0, other = 1]) => [
      sql`update audit_seals set position = -1 where position = ${one + 1}`,
      sql`update audit_seals set position = ${one + 1} where position = ${other + 1}`,
      sql`update audit_seals set position = ${other + 1} where position = -1`,
    ]),
  // Tails: of the seals, and of both.
  place.map((at) => [sql`delete from audit_seals where position > ${at}`]),
  place.map((at) => [sql`delete from audit_log where id >= ${idAt(at)}`, sql`delete from audit_seals where position > ${at}`]),
)

class Rollback extends Error {}

describeEngines('a sealed trail that was tampered with', (engine) => {
  const database = engine.use()
  let head: { position: number; hash: string }

  beforeAll(async () => {
    const { current } = database
    await addAudits(current.orm, rows)
    await sealerOf(current).run()
    head = await verified(current.orm)
  })

  /** What is found after these statements, which are taken back afterwards. */
  async function foundAfter(work: (tx: Db) => Promise<unknown>): Promise<string[]> {
    let found: string[] = []
    await database.current.orm
      .transaction(async (tx) => {
        await work(tx)
        found = (await verified(tx, [head])).faults
        throw new Rollback()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Rollback)) throw error
      })
    return found
  }

  // [1.7 audit seals]
  test('is found out, a thousand times', { timeout: 240_000 }, async () => {
    const isFound = fc.asyncProperty(tampering, async (statements) => {
      const found = await foundAfter(async (tx) => {
        for (const statement of statements) await tx.execute(statement)
      })
      expect(found).not.toEqual([])
    })
    await fc.assert(isFound, { numRuns: 1000 })
  })

  test('is found out by the head if all hashes were computed again', async () => {
    const rewrite = async (tx: Db) => {
      await tx.execute(sql`update audit_log set target_id = 4711 where id = ${idAt(5)}`)
      const all = (await tx.select(sealedColumns).from(auditLog).orderBy(auditLog.id)) as SealedRow[]
      let previous: Buffer = genesis
      for (const [index, row] of all.entries()) {
        const position = index + 1
        const { rows: stored } = await tx.execute<{ salt: Buffer; at: number }>(
          sql`select salt, at from audit_seals where position = ${position}`,
        )
        const [seal] = stored
        if (seal === undefined) throw new Error('there is no such seal')
        const personal = personalHash(seal.salt, row)
        previous = entryHash(previous, { position, at: seal.at, content: { row, personal } })
        await tx.execute(sql`update audit_seals set hash = ${previous}, personal = ${personal} where position = ${position}`)
      }
      const { rows: marks } = await tx.execute<{ settled: number; at: number }>(
        sql`select settled, at from audit_seals where position = ${rows + 1}`,
      )
      const [mark] = marks
      if (mark === undefined) throw new Error('there is no mark')
      const hash = entryHash(previous, { position: rows + 1, at: mark.at, content: { settled: mark.settled } })
      await tx.execute(sql`update audit_seals set hash = ${hash} where position = ${rows + 1}`)
    }
    expect(await foundAfter(rewrite)).toEqual([`seal ${rows + 1} differs from the head that was kept of it`])
  })

  test('names what was changed, once, wherever it is', async () => {
    const idOf = async (at: number) => (await database.current.orm.execute<{ id: number }>(idAt(at))).rows[0]?.id
    expect(await foundAfter((tx) => tx.execute(sql`update audit_log set target_id = 4711 where id = ${idAt(5)}`))).toEqual([
      `audit row ${await idOf(5)} (seal 6) was changed`,
    ])
    expect(await foundAfter((tx) => tx.execute(sql`delete from audit_log where id = ${idAt(5)}`))).toEqual([
      `audit row ${await idOf(5)} (seal 6) was removed`,
    ])
    expect(await foundAfter((tx) => tx.execute(sql`delete from audit_seals where position > 30`))).toEqual([
      `the trail ends at seal 30, but a head was kept of seal ${rows + 1}`,
    ])
  })

  test('covers every column but those that may change later', () => {
    const later = ['actorId', 'reversible', 'undoneBy']
    expect([...Object.keys(sealedColumns), ...later].toSorted()).toEqual(Object.keys(getTableColumns(auditLog)).toSorted())
  })

  test('is found whole as it was sealed', async () => {
    expect(await verified(database.current.orm, [head])).toMatchObject({ faults: [], waiting: 0, position: rows + 1 })
  })

  test('is found whole after what changes rows rightly: an undo, a removed account', async () => {
    const found = await foundAfter((tx) => tx.execute(sql`update audit_log set undone_by = 3, actor_id = null, reversible = false`))
    expect(found).toEqual([])
  })
})
