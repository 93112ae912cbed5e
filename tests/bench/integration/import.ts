import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import path from 'node:path'
import { ask, checksums, environment, folder, fresh, load, random, root, say, started } from './support.ts'

/**
 * Measures an import, and one that is killed three times:
 *
 *     node --import tsx tests/bench/integration/import.ts 100000 1000000
 */
const [customers = 100_000, qrs = 1_000_000] = process.argv.slice(2).map(Number)

async function measureImport(): Promise<void> {
  await write('customers.ndjson', customers, (id) => ({
    externalId: id,
    updatedAt: started,
    createdAt: started - random(30_000_000),
    email: `n${id}.${random(1000)}@example.com`,
    firstName: `Ana ${random(500)}`,
    lastName: `Ruiz ${random(5000)}`,
    country: 'es',
  }))
  await write('qrs.ndjson', qrs, (id) => ({
    externalId: id,
    updatedAt: started,
    createdAt: started - random(30_000_000),
    customer: 1 + random(customers),
    type: 'url',
    uri: `${id.toString(36)}-${random(1296).toString(36)}`,
    name: `Menu ${random(90)} Terrace ${random(977)}`,
    scans: random(1000),
    visits: random(800),
    content: { url: `https://www.shop-${id % 5000}.example.com/p/${id}` },
  }))
  const tables = ['customers', 'qrs', 'external_records', 'used_uris', 'waiting_rows']
  const whole = await fresh('quaydesk_import')
  const { seconds, memory } = await runImport(whole)
  say(
    `import: ${customers} customers and ${qrs} QRs in ${seconds.toFixed(0)} s, ${Math.round((customers + qrs) / seconds)} rows/s with all indexes; at most ${memory} MB of memory; ${load()}`,
  )
  const expected = await checksums(whole, tables)
  const killed = await fresh('quaydesk_import')
  for (const share of [0.2, 0.5, 0.8]) {
    const at = await killImport(killed, share * qrs)
    say(`import: killed after line ${at} of the QRs`)
  }
  await runImport(killed)
  const sums = await checksums(killed, tables)
  say(`import: ${sums === expected ? 'the same checksums after three kills' : `NOT the same after three kills:\n${expected}\n${sums}`}`)
}

async function write(name: string, count: number, row: (id: number) => object): Promise<void> {
  const file = createWriteStream(path.join(folder, name))
  let text = ''
  for (let id = 1; id <= count; id += 1) {
    text += `${JSON.stringify(row(id))}\n`
    if (text.length < 1_000_000) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end(text)
  await once(file, 'finish')
}

const startImport = (url: string) =>
  spawn(
    process.execPath,
    ['--max-semi-space-size=16', '--heap-growing-percent=20', '--import', 'tsx', 'server/product/import/main.ts', folder],
    {
      cwd: root,
      env: environment(url),
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )

async function runImport(url: string): Promise<{ seconds: number; memory: number }> {
  const from = performance.now()
  const child = startImport(url)
  let memory = 0
  const watching = setInterval(() => {
    memory = Math.max(memory, residentMegabytes(child.pid ?? 0))
  }, 500)
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(watching)
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  return { seconds: (performance.now() - from) / 1000, memory }
}

function residentMegabytes(pid: number): number {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

async function killImport(url: string, line: number): Promise<number> {
  const child = startImport(url)
  const ended = once(child, 'exit')
  for (;;) {
    const [row] = await ask(url, `SELECT line FROM imports WHERE file LIKE '%qrs.ndjson' AND line >= ${line}`)
    if (row) {
      child.kill('SIGKILL')
      await ended
      return Number(row['line'])
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

await measureImport()
