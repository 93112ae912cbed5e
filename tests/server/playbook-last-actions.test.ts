import { expect, test } from 'vitest'
import { describeEngines } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

describeEngines('playbooks', (engine) => {
  const { database, server, browser } = useServer(engine, { emptied: true })

  test('can be made of one’s last actions, and how often those were done is counted [1.7 last actions]', async () => {
    await insertCustomers(database.current, [{}, {}, {}])
    const last = async (record: number) => (await browser.get(`/playbooks/last-actions?type=customer&record=${record}`)).json()
    const actions = async (id: number) => {
      await browser.send('PATCH', `/customers/${id}/ban`, { banned: true })
      await browser.send('POST', `/customers/${id}/note`, { text: 'Spam.' })
    }
    await actions(1)
    await actions(2)
    expect(await last(1)).toMatchObject({
      actions: [{ action: 'customer.ban' }, { action: 'note.write', after: { note: 'Spam.' } }],
      times: 2,
    })
    await browser.send('PATCH', '/customers/3/ban', { banned: true })
    expect(await last(3)).toMatchObject({ actions: [{ action: 'customer.ban' }], times: 0 })
    await browser.send('POST', '/undo', {})
    expect(await last(3)).toEqual({ actions: [], times: 0 })
    server.clock.advance(1800)
    await last(1)
    server.clock.advance(1801)
    expect(await last(1)).toEqual({ actions: [], times: 0 })
  })
})
