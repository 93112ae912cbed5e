import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { exportTrail } from '../../audit/seals/export.ts'
import { type KeptHead, verifyTrail } from '../../audit/seals/verify.ts'
import type { Database } from '../../db/connect.ts'
import { withDatabase } from '../../db/with-database.ts'
import { messageOf, print, readArguments, runCommand } from '../../process/command-line.ts'
import { loadConfig } from '../../process/config.ts'
import { StartError } from '../../process/start-error.ts'

const usage = `Usage: npm run audit -- verify [--head POSITION:HASH]…
Compares the audit trail with its seals, and with the heads given here or kept in the file AUDIT_HEADS. It ends with 1 if anything was
changed, removed, added or reordered.
       npm run audit -- export --since YYYY-MM-DD
Writes the seals and their audit rows since that day (UTC) to standard output, one JSON object a line.`

const maxPrinted = 20

async function main(): Promise<void> {
  const { positionals, values } = readArguments(usage, {
    allowPositionals: true,
    options: { head: { type: 'string', multiple: true }, since: { type: 'string' } },
  })
  const [command, ...rest] = positionals
  const { head = [], since } = values
  if (rest.length > 0) throw new StartError(usage)
  if (command === 'verify' && since === undefined) return verify(head.map(readHead))
  if (command === 'export' && since !== undefined && head.length === 0) return writeExport(readDay(since))
  throw new StartError(usage)
}

async function verify(given: readonly KeptHead[]): Promise<void> {
  const config = loadConfig(process.env)
  const heads = [...given, ...(config.auditHeads === null ? [] : await readHeads(config.auditHeads))]
  let faults = 0
  const report = (fault: string) => {
    faults += 1
    if (faults <= maxPrinted) print(fault)
  }
  const { position, hash, waiting } = await withDatabase(config, ({ patient }) => verifyTrail(patient.orm, heads, report))
  if (faults > maxPrinted) print(`… and ${faults - maxPrinted} more`)
  if (faults > 0) process.exitCode = 1
  const compared = heads.length === 1 ? 'one head' : `${heads.length} heads`
  const outcome = faults === 0 ? 'whole' : `not whole: ${faults} ${faults === 1 ? 'fault' : 'faults'}`
  print(`The audit trail is ${outcome}. Its head is ${position}:${hash}; compared with ${compared}; rows to be sealed yet: ${waiting}.`)
}

/** @throws StartError */
async function readHeads(file: string): Promise<KeptHead[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartError(`AUDIT_HEADS ${file} can't be read: ${messageOf(error)}`)
  })
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => readHead(line.trim().split(' ').at(-1) ?? ''))
}

/** @throws StartError */
function readHead(text: string): KeptHead {
  const [, position, hash] = /^([1-9]\d{0,9}):([\da-f]{64})$/.exec(text) ?? []
  if (position === undefined || hash === undefined) throw new StartError(`${text} is not a head: POSITION:HASH.\n${usage}`)
  return { position: Number(position), hash }
}

/** @returns the day's beginning in unix seconds @throws StartError */
function readDay(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) throw new StartError(`${text} is not a day: YYYY-MM-DD.\n${usage}`)
  return at / 1000
}

async function writeExport(since: number): Promise<void> {
  await withDatabase(loadConfig(process.env), async ({ patient }: Database) => {
    for await (const lines of exportTrail(patient.orm, since)) if (!process.stdout.write(lines)) await once(process.stdout, 'drain')
  })
}

runCommand(main)
