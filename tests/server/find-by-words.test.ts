import { beforeAll, expect, test } from 'vitest'
import { customerDomains, invitations } from '../../server/db/schema/customer-records.ts'
import { folders } from '../../server/db/schema/qrs.ts'
import { apiCalls } from '../../server/db/schema/security.ts'
import { staff } from '../../server/db/schema/staff.ts'
import { foldText } from '../../src/contract/fold.ts'
import { describeEngines } from '../support/database.ts'
import { insertAbuse, insertCustomers, insertWebrisk } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

describeEngines('lists that find a record by words', (engine) => {
  const { database, server, browser: full } = useServer(engine)
  let limited: Browser

  beforeAll(async () => {
    limited = await signIn(server, { rol: 2 })
    await insertCustomers(database.current, [{}, { firstName: 'Zoë', lastName: '', email: 'zoe@example.com' }])
    const { orm } = database.current
    const domain = (id: number, hostname: string) => ({ id, hostname, userId: 1, status: 'active', certificate: 'issued', createdAt: id })
    await orm
      .insert(customerDomains)
      .values([
        domain(1, 'qr.towne.example.org'),
        domain(2, 'a-qr.towne.example'),
        domain(3, 'QR.Towne.example'),
        domain(4, 'qr_towne.example'),
        domain(5, 'xn--cdigo-0ta.example'),
      ])
    const folder = (id: number, name: string, userId: number) => ({ id, name, nameKey: foldText(name), userId, createdAt: id })
    await orm.insert(folders).values([folder(1, 'Menús', 1), folder(2, 'menu 100%', 2), folder(3, 'Alte menu', 2), folder(4, 'menu', 2)])
    const invitation = (id: number, email: string) => ({ id, email, ownerId: 2, role: 1, status: 1, createdAt: 9, registrationComplete: 1 })
    await orm
      .insert(invitations)
      .values([
        { ...invitation(1, 'New.Person@example.com'), ownerId: 1, status: 0, registrationComplete: 0 },
        invitation(2, 'new.person@example.co'),
        invitation(3, 'renew.person@example.com'),
        invitation(4, 'new%person@example.com'),
        invitation(5, 'Eva@xn--bcher-kva.example'),
        invitation(6, 'eva@bücher.example'),
      ])
    const account = (id: number, name: string, email: string) => ({ id, name, email, passwordHash: '', createdAt: 1 })
    await orm
      .insert(staff)
      .values([
        account(901, 'Søren Marín', 'soren@harbour.example'),
        account(902, 'Marina ten%', 'lee@harbour.example'),
        account(903, 'Eva', 'eva@xn--bcher-kva.example'),
        account(904, 'Ivo', 'ivo@bücher.example'),
      ])
    await insertWebrisk(database.current, [
      { id: 11, url: 'https://Evil.example/', email: 'ana@example.com' },
      { id: 12, url: 'https://evil.example/2', email: null, status: 1 },
    ])
    await insertAbuse(database.current, [
      { id: 21, email: 'Rita@example.com', status: 1 },
      { id: 22, email: 'margarita@example.com' },
      { id: 23, email: 'rita@xn--bcher-kva.example' },
    ])
    const call = { owner: 1, method: 'GET', path: '/', statusCode: 200, responseTime: 1, requestHeaders: {}, responseHeaders: {} }
    await orm.insert(apiCalls).values([
      { ...call, id: 31, createdAt: 1 },
      { ...call, id: 32, createdAt: 2 },
    ])
  })

  const pageOf = async (path: string, query: Record<string, string>, as = full) => {
    const reply = await as.get(`${path}?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: { id: number }[] }>().rows
  }
  const byHostname = { sort: 'hostname', sortDirection: 'asc' }
  const byName = { sort: 'name', sortDirection: 'asc' }
  const byEmail = { sort: 'email', sortDirection: 'asc' }

  test.each<[string, Record<string, string>, number[]]>([
    // The very one first; what only contains it is left out.
    ['/customers/domains', { hostname: 'QR.towne.example', ...byHostname }, [3, 1]],
    ['/customers/domains', { hostname: 'qr.', ...byHostname }, [3, 1]],
    ['/customers/domains', { hostname: 'qr_', ...byHostname }, [4]],
    ['/customers/domains', { hostname: '%', ...byHostname }, []],
    ['/customers/domains', { hostname: 'código.ex' }, [5]],
    ['/customers/domains', { hostname: 'qr', status: 'pending', ...byHostname }, []],
    ['/customers/domains', { hostname: 'qr', searchTerm: 'org' }, [1]],
    ['/qrs/folders', { name: 'MENÚ', ...byName }, [4, 2, 1]],
    ['/qrs/folders', { name: 'menu 100%' }, [2]],
    ['/qrs/folders', { name: 'men_' }, []],
    ['/qrs/folders', { name: 'menu', owner: '2', ...byName }, [4, 2]],
    ['/qrs/folders', { name: '´' }, []],
    ['/customers/invitations', {}, [6, 5, 4, 3, 2, 1]],
    ['/customers/invitations', { searchTerm: 'eva@Bücher.example', ...byEmail }, [6, 5]],
    ['/customers/invitations', { searchTerm: 'EVA@xn--bcher-kva.ex', ...byEmail }, [6, 5]],
    ['/customers/invitations', { searchTerm: 'eva@bü', ...byEmail }, [6]],
    ['/customers/invitations', { searchTerm: 'NEW.person@example.com', ...byEmail }, [1]],
    ['/customers/invitations', { searchTerm: 'new.p', ...byEmail }, [2, 1]],
    ['/customers/invitations', { searchTerm: 'new_p' }, []],
    ['/customers/invitations', { searchTerm: '%' }, []],
    ['/users', { search: 'MARIN' }, [901, 902]],
    ['/users', { search: 'marin soren' }, [901]],
    ['/users', { search: 'mar sør' }, [901]],
    ['/users', { search: 'soren@' }, [901]],
    ['/users', { search: 'ten%' }, [902]],
    ['/users', { search: '%' }, [902]],
    ['/users', { search: '´' }, []],
    ['/users', { search: 'harbour', searchTerm: 'lee' }, [902]],
    ['/users', { search: 'eva@bücher.example' }, [903]],
    ['/users', { search: 'BÜCHER' }, [903, 904]],
    ['/users', { search: 'xn--bcher-kva' }, [903, 904]],
    ['/users', { searchTerm: 'eva@Bücher.example' }, [903]],
    ['/users', { searchTerm: 'xn--bcher-kva.example' }, [903, 904]],
    ['/webrisk', { whole: 'HTTPS://evil.example/' }, [11]],
    ['/webrisk', { whole: 'ana@example.com' }, [11]],
    ['/webrisk', { whole: 'evil.example' }, []],
    ['/webrisk', { id: '12' }, [12]],
    ['/webrisk', { id: '12', status: '2' }, []],
    ['/abuse', { whole: 'rita@example.com' }, [21]],
    ['/abuse', { whole: 'rita@example.com', status: '0' }, []],
    ['/abuse', { whole: 'rita@Bücher.example' }, [23]],
    ['/abuse', { searchTerm: 'rita@bücher.ex' }, [23]],
    ['/abuse', { id: '22' }, [22]],
    ['/api-calls', { id: '31' }, [31]],
    ['/api-calls', { id: '31', owner: '2' }, []],
  ])('%s %o finds %j', async (path, query, found) => {
    expect((await pageOf(path, query)).map(({ id }) => id)).toEqual(found)
  })

  test('rows say whose they are [1.7 find invitations]', async () => {
    expect(await pageOf('/customers/invitations', { searchTerm: 'New.Person@example.com' })).toEqual([
      {
        id: 1,
        email: 'New.Person@example.com',
        owner: 1,
        role: 1,
        status: 0,
        createdAt: 9,
        lastLogin: null,
        registrationComplete: 0,
        userId: null,
      },
    ])
    expect((await pageOf('/qrs/folders', { name: 'alte' }))[0]).toMatchObject({ owner: { fullName: 'Zoë', email: 'zoe@example.com' } })
  })

  test('selecting all that match keeps to one row and to whole values', async () => {
    const matching = async (path: string, query: string) => (await full.get(`${path}/ids?${query}`)).json<{ ids: number[] }>().ids
    expect(await matching('/webrisk', 'id=12')).toEqual([12])
    expect(await matching('/abuse', 'whole=rita@example.com')).toEqual([21])
  })

  test.each([
    ['/users?search=mar', 403],
    ['/webrisk?id=12', 403],
    ['/abuse?id=21', 403],
    ['/api-calls?id=31', 403],
    ['/api-calls?id=31&owner=1', 200],
    ['/customers/domains?hostname=qr', 200],
    ['/customers/invitations?searchTerm=new', 200],
    ['/qrs/folders?name=menu', 200],
  ])('role 2 asking for %s gets a %i', async (path, status) => {
    expect((await limited.get(path)).statusCode).toBe(status)
  })

  test.each(['/webrisk?id=x', '/abuse?id=0', '/api-calls?id=all'])('%s is refused with the field', async (path) => {
    const reply = await full.get(path)
    expect([reply.statusCode, reply.json<{ details: object }>().details]).toMatchObject([400, { id: expect.any(String) }])
  })
})
