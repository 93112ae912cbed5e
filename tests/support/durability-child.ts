import { openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'

/**
 * Writes rows to the embedded database in the given directory until it is killed, and prints each one once
 * acknowledged. Every third one is in a transaction that never commits.
 */
const dataDir = process.argv[2] ?? ''
const database = await openDatabase({ databaseUrl: null, dataDir }, silentLog)
for (let number = 1; ; number++) {
  await database.pool.query(`INSERT INTO app_state VALUES ('row-' || $1::int, '0')`, [number])
  process.stdout.write(`${number}\n`)
  if (number < 300) continue
  const client = await database.pool.connect()
  await client.query('BEGIN')
  await client.query(`INSERT INTO app_state SELECT 'open-' || i, '0' FROM generate_series(1, 5000) i`)
  process.stdout.write('in transaction\n')
  await client.query('SELECT count(*) FROM generate_series(1, 100000000000)')
}
