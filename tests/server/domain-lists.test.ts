import { describe, expect, test } from 'vitest'
import type { AuditRow } from '../../src/contract/audit.ts'
import { invalidDomain } from '../../src/contract/domain-lists.ts'
import type { Pagination } from '../../src/contract/list.ts'
import type { ListedDomain } from '../../src/contract/listed-domains.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { type List, paths, useDomainLists } from '../support/domain-lists.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'

const other = { blocked: 'allowed', allowed: 'blocked' } as const

describeDatabase('the blocked and the allowed domains [2.1 domain lists] [R47 three lists]', (engine) => {
  const lists = useDomainLists(engine)
  const { database, have } = lists

  const domainsIn = async (list: List, query = '') => {
    const reply = await lists.browser.get(`${paths[list]}?${query}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: ListedDomain[]; pagination: Pagination }>().rows.map(({ domain }) => domain)
  }

  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const reply = await lists.browser.send(method, path, body)
    return { status: reply.statusCode, body: reply.json<Record<string, unknown> & { error?: string; message?: string }>() }
  }

  const undo = (auditId?: unknown) => lists.browser.send('POST', '/undo', auditId === undefined ? {} : { auditId })
  const trail = async () => (await lists.browser.get('/audit?sort=at')).json<{ rows: AuditRow[] }>().rows

  describe.each<List>(['blocked', 'allowed'])('%s [R16 printed paths]', (list) => {
    const path = paths[list]

    // [2.2 domain columns] [2.3 listed domain] [2.7 domain lists]
    test('lists the newest first, sorts by both columns, paginates and counts', async () => {
      const ids = await have(list, 'b.example', 'a.example', 'c.example')
      expect(await domainsIn(list)).toEqual(['c.example', 'a.example', 'b.example'])
      expect(await domainsIn(list, 'sort=createdAt&sortDirection=asc')).toEqual(['b.example', 'a.example', 'c.example'])
      expect(await domainsIn(list, 'sortField=domain&sortDirection=asc')).toEqual(['a.example', 'b.example', 'c.example'])
      expect(await domainsIn(list, 'sort=domain&sortDirection=desc&perPage=2&page=2')).toEqual(['a.example'])
      const { rows, pagination } = (await lists.browser.get(`${path}?perPage=1`)).json<{ rows: ListedDomain[]; pagination: Pagination }>()
      expect(rows).toEqual([{ id: ids[2], domain: 'c.example', createdAt: testStart - 98 }])
      expect(pagination).toMatchObject({ total_results: 3, total_pages: 3, configuredEntries: 1 })
    })

    test.each([
      ['exa', ['shop.example', 'xn--bcher-kva.example', 'an-example.test']],
      [' SHOP ', ['shop.example']],
      ['bücher', ['xn--bcher-kva.example']],
      ['BÜCHER.example', ['xn--bcher-kva.example']],
      ['%', []],
      ['_', []],
      ['nothing', []],
    ])('searches for %j [2.2 domain list search]', async (term, found) => {
      await have(list, 'an-example.test', 'xn--bcher-kva.example', 'shop.example', 'other.test')
      expect(await domainsIn(list, `searchTerm=${encodeURIComponent(term)}`)).toEqual(found)
    })

    test.each(['sort=secret', 'perPage=151', 'page=0'])('rejects %s', async (query) => {
      expect((await lists.browser.get(`${path}?${query}`)).statusCode).toBe(400)
    })

    test('adds a domain in lower-case punycode, audits it and undoes it [2.7 add domain] [R46 punycode]', async () => {
      const { status, body } = await send('POST', path, { domain: '*.BÜCHER.Example' })
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          undoable: true,
          auditId: expect.any(Number) as number,
          id: expect.any(Number) as number,
          domain: '*.xn--bcher-kva.example',
          createdAt: lists.server.clock.now(),
          overruledBy: null,
        },
      ])
      expect((await trail())[0]).toMatchObject({
        action: `${list}-domain.add`,
        targetType: `${list}-domain`,
        targetId: body['id'],
        before: { domain: null },
        after: { domain: '*.xn--bcher-kva.example' },
      })
      expect((await undo(body['auditId'])).json()).toMatchObject({ message: expect.stringContaining('*.xn--bcher-kva.example') as string })
      expect(await domainsIn(list)).toEqual([])
      expect((await trail())[0]).toMatchObject({ action: `${list}-domain.remove` })
    })

    test.each([
      [{}, 'Must be present.'],
      [{ domain: '' }, 'Must be present.'],
      [{ domain: 'https://example.com' }, invalidDomain],
      [{ domain: ' example.com' }, invalidDomain],
      [{ domain: '127.1' }, invalidDomain],
      [{ domain: 'a'.repeat(256) }, 'Must have less than 255 characters.'],
    ])('rejects %j [2.5 blocked domain] [R46 one check]', async (body, message) => {
      for (const call of [send('POST', path, body), send('PUT', `${path}/1`, body)])
        expect(await call).toMatchObject({ status: 400, body: { error: 'bad_request', details: { domain: message } } })
    })

    test('rejects unknown fields and responds with 404 to unknown ids', async () => {
      expect((await send('POST', path, { domain: 'a.example', createdAt: 1 })).body.error).toBe('unknown_field')
      for (const call of [send('PUT', `${path}/9`, { domain: 'a.example' }), send('DELETE', `${path}/9`), send('DELETE', `${path}/x`)])
        expect((await call).status).toBe(404)
    })

    // [2.8 domain exists] [R46 conflicts]
    test('distinguishes a duplicate from a domain on the other list, however it is written', async () => {
      await have(list, 'xn--bcher-kva.example')
      await have(other[list], 'taken.example')
      const word = list === 'blocked' ? 'blacklisted' : 'whitelisted'
      const duplicate = { status: 409, body: { error: 'domain_already_exists', message: `The domain is already ${word}` } }
      const article = list === 'blocked' ? 'an allowed' : 'a blocked'
      const conflict = { status: 409, body: { error: 'conflict', message: `taken.example is ${article} domain: remove it there first.` } }
      expect(await send('POST', path, { domain: 'Bücher.example' })).toMatchObject(duplicate)
      expect(await send('POST', path, { domain: 'TAKEN.example' })).toMatchObject(conflict)
      const { body } = await send('POST', path, { domain: 'mine.example' })
      expect(await send('PUT', `${path}/${Number(body['id'])}`, { domain: 'bücher.example' })).toMatchObject(duplicate)
      expect(await send('PUT', `${path}/${Number(body['id'])}`, { domain: 'taken.example' })).toMatchObject(conflict)
      expect(await domainsIn(list)).toEqual(['mine.example', 'xn--bcher-kva.example'])
    })

    test('accepts only one of several parallel adds, so that a domain is never on both lists [R46 conflicts]', async () => {
      const added = await Promise.all(
        [path, path, paths[other[list]], path].map(async (each) => (await send('POST', each, { domain: 'race.example' })).status),
      )
      expect(added.toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
      expect([...(await domainsIn('blocked')), ...(await domainsIn('allowed'))]).toEqual(['race.example'])
    })

    test('edits in place unless the old value is stale, and undoes it [2.7 edit domain]', async () => {
      const [id] = await have(list, 'old.example')
      const stale = await send('PUT', `${path}/${id}`, { domain: 'new.example', from: 'older.example' })
      expect(stale).toMatchObject({
        status: 409,
        body: {
          error: 'stale',
          message: 'Somebody changed it in the meantime: it is old.example now.',
          details: { domain: 'old.example' },
        },
      })
      const { status, body } = await send('PUT', `${path}/${id}`, { domain: 'New.example', from: 'old.example' })
      expect([status, body]).toEqual([200, expect.objectContaining({ id, domain: 'new.example', createdAt: testStart - 100 })])
      expect((await trail())[0]).toMatchObject({
        action: `${list}-domain.edit`,
        before: { domain: 'old.example' },
        after: { domain: 'new.example' },
      })
      // Setting the current state again is no change (ruling 53).
      const trailBefore = await trail()
      expect(await send('PUT', `${path}/${id}`, { domain: 'NEW.example' })).toEqual({
        status: 200,
        body: { success: true, id, domain: 'new.example', createdAt: testStart - 100, overruledBy: null },
      })
      expect(await trail()).toEqual(trailBefore)
      expect((await undo(body['auditId'])).statusCode).toBe(200)
      expect(await domainsIn(list)).toEqual(['old.example'])
    })

    test('does not undo an edit if its old domain is now on the other list or it was edited since', async () => {
      const [id] = await have(list, 'old.example')
      const first = await send('PUT', `${path}/${id}`, { domain: 'new.example' })
      const elsewhere = await send('POST', paths[other[list]], { domain: 'old.example' })
      const refused = await undo(first.body['auditId'])
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({ error: 'nothing_to_undo', message: expect.stringContaining('old.example is a') as string })
      await undo(elsewhere.body['auditId'])
      await send('PUT', `${path}/${id}`, { domain: 'newest.example' })
      expect((await undo(first.body['auditId'])).json()).toMatchObject({ error: 'nothing_to_undo' })
      expect(await domainsIn(list)).toEqual(['newest.example'])
    })

    test('removes a domain, and undo restores it with its id and time [2.7 remove domain]', async () => {
      const [, id] = await have(list, 'first.example', 'gone.example')
      expect(await send('DELETE', `${path}/${id}?from=other.example`)).toMatchObject({ status: 409, body: { error: 'stale' } })
      const { status, body } = await send('DELETE', `${path}/${id}?from=gone.example`)
      expect([status, body]).toEqual([200, { success: true, undoable: true, auditId: expect.any(Number) as number }])
      expect(await domainsIn(list)).toEqual(['first.example'])
      expect((await send('DELETE', `${path}/${id}`)).status).toBe(404)
      lists.server.clock.advance(60)
      expect((await undo()).json()).toMatchObject({ message: 'Removal of gone.example was undone.' })
      const { rows } = (await lists.browser.get(path)).json<{ rows: ListedDomain[] }>()
      expect(rows[0]).toEqual({ id, domain: 'gone.example', createdAt: testStart - 99 })
      expect((await undo(body['auditId'])).statusCode).toBe(409)
    })

    test.each<List>(['blocked', 'allowed'])('does not undo a removal if the domain is %s by now', async (where) => {
      const [id] = await have(list, 'gone.example')
      const { body } = await send('DELETE', `${path}/${id}`)
      await send('POST', paths[where], { domain: 'gone.example' })
      const refused = await undo(body['auditId'])
      expect(refused.json()).toMatchObject({
        error: 'nothing_to_undo',
        message: expect.stringMatching(/: nothing was undone\.$/) as string,
      })
      expect(await domainsIn(where)).toEqual(['gone.example'])
    })

    test('is only for role 1', async () => {
      const support = await signIn(lists.server, { rol: 2 })
      for (const reply of [
        await support.get(path),
        await support.send('POST', path, { domain: 'a.example' }),
        await support.send('PUT', `${path}/1`, { domain: 'a.example' }),
        await support.send('DELETE', `${path}/1`),
        await support.get('/domain-rules?url=example.com'),
      ])
        expect(reply.statusCode).toBe(403)
    })
  })

  test('rejects blocking our own hosts or a wildcard that covers them [R47 target host]', async () => {
    for (const domain of ['qr.own.example', '*.own.example', '*.qr.own.example', 'Größe.example'])
      expect((await send('POST', paths.blocked, { domain })).body).toMatchObject({
        error: 'unavailable_action',
        message: expect.stringMatching(/^Our own domain\. /) as string,
      })
    expect((await send('POST', paths.blocked, { domain: 'own.example' })).status).toBe(200)
    expect((await send('POST', paths.allowed, { domain: '*.own.example' })).status).toBe(200)
  })

  test('reports when an allowed domain overrules a blocked one', async () => {
    await have('allowed', '*.example.com')
    const { body } = await send('POST', paths.blocked, { domain: 'bad.example.com' })
    expect(body).toMatchObject({ overruledBy: '*.example.com' })
    expect((await send('PUT', `${paths.blocked}/${Number(body['id'])}`, { domain: 'bad.example.org' })).body).toMatchObject({
      overruledBy: null,
    })
  })

  test.each([
    ['*.a.example', 'a.example', null],
    ['*.a.example', '*.a.example', null],
    ['*.b.a.example', '*.a.example', '*.a.example'],
    ['b.a.example', '*.a.example', '*.a.example'],
    ['*.a.example', '*.b.a.example', null],
  ])('blocking %s where %s is allowed: overruled by %j', async (domain, allowed, overruledBy) => {
    await have('allowed', allowed)
    expect((await send('POST', paths.blocked, { domain })).body['overruledBy'] ?? null).toBe(overruledBy)
  })

  test('undoes the blocking of a QR’s domain, but not after the entry was edited', async () => {
    await insertCustomers(database.current, [{}])
    await insertQrs(database.current, [{ content: { url: 'https://bad.example/x' } }, { content: { url: 'https://worse.example' } }])
    const first = (await lists.browser.send('POST', '/qrs/1/blacklist', {})).json<{ auditId: number }>()
    const second = (await lists.browser.send('POST', '/qrs/2/blacklist', {})).json<{ auditId: number }>()
    expect(await domainsIn('blocked', 'sort=domain&sortDirection=asc')).toEqual(['bad.example', 'worse.example'])
    const { rows } = (await lists.browser.get(`${paths.blocked}?searchTerm=worse`)).json<{ rows: ListedDomain[] }>()
    expect((await send('PUT', `${paths.blocked}/${rows[0]?.id}`, { domain: 'worst.example' })).status).toBe(200)
    expect((await undo(first.auditId)).statusCode).toBe(200)
    expect((await undo(second.auditId)).statusCode).toBe(409)
    expect(await domainsIn('blocked')).toEqual(['worst.example'])
    await send('POST', paths.allowed, { domain: 'bad.example' })
    expect((await lists.browser.send('POST', '/qrs/1/blacklist', {})).json()).toMatchObject({ error: 'unavailable_action' })
  })
})
