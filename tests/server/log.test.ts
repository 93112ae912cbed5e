import { expect, test } from 'vitest'
import { createLog } from '../../server/process/log.ts'

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  write(createLog('info', { write: (line) => (text += line) }))
  return text
}

test('secrets and personal text never reach the log', () => {
  const text = written((log) => {
    log.info({ password: 'geheim', headers: { cookie: 'geheim', 'set-cookie': 'geheim', authorization: 'geheim' } })
    log.info({ body: { user: { email: 'someone@example.com', newPassword: 'geheim', base32Key: 'geheim' } } })
    log.info({ req: { method: 'GET', url: '/api/admin/customers?searchTerm=geheim', id: '1', headers: { cookie: 'geheim' } } })
    log.info({ req: { method: 'GET', url: '/api/admin/customers/find/someone%40example.com', id: '1' } })
    log.error({
      err: new Error('Failed query: select 1\nparams: geheim,someone@example.com', { cause: new Error('someone@example.com exists') }),
    })
  })
  expect(text).not.toContain('geheim')
  expect(text).not.toContain('someone')
  expect(text).toContain('"path":"/api/admin/customers"')
})

test('lines are JSON with a level and a time', () => {
  const entry: unknown = JSON.parse(written((log) => log.warn({ table: 'qrs' }, 'slow')))
  expect(entry).toEqual({ level: 'warn', time: expect.stringMatching(/^\d{4}-.*Z$/), table: 'qrs', msg: 'slow' })
})
