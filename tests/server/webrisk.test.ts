import { describe, expect, test } from 'vitest'
import { unknown, type WebRiskCheck } from '../../server/outside/web-risk/port.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { signIn } from '../support/sign-in.ts'
import { useWebRisk } from '../support/web-risk.ts'

describeDatabase('web risk', (engine) => {
  const web = useWebRisk(engine)
  const { list, statuses, audited, patch } = web

  const idsOf = async (query?: Record<string, string>) => (await list(query)).rows.map(({ id }) => id)

  describe('GET /webrisk', () => {
    test('returns every field, with the current state of the QR [2.3 webrisk] [2.7 webrisk]', async () => {
      const { rows, pagination } = await list({ sort: 'id', sortDirection: 'asc', perPage: '2' })
      expect(rows).toEqual([
        {
          id: 1,
          url: 'https://EVIL.example/a_b',
          type: 'url',
          visits: 0,
          score: 40,
          status: 2,
          email: 'Ana@cafesol.es',
          whoisDate: 1000,
          createdAt: testStart + 1,
          qr: 1,
          user: 1,
          qrInfo: { name: 'One', uri: 'uri-1', status: 1, stopped: 0 },
        },
        expect.objectContaining({ id: 2, visits: null, score: 7, email: null, qrInfo: expect.objectContaining({ status: 2 }) }),
      ])
      expect(pagination).toMatchObject({ total_results: 6, results: 2, configuredEntries: 2 })
    })

    test.each<[Record<string, string>, number[]]>([
      [{}, [6, 5, 4, 3, 2, 1]],
      [{ status: '0' }, [2]],
      [{ status: '1' }, [3]],
      [{ status: '2' }, [6, 5, 1]],
      [{ status: '3' }, [4]],
      [{ status: '' }, [6, 5, 4, 3, 2, 1]],
      [{ sort: 'createdAt', sortDirection: 'asc', status: '2' }, [1, 5, 6]],
      // Zero is a value, so it sorts before missing ones (ruling 48).
      [{ sort: 'visitsScore', sortDirection: 'desc' }, [5, 4, 2, 6, 1, 3]],
      [{ sort: 'visitsScore', sortDirection: 'asc' }, [3, 1, 6, 2, 4, 5]],
      [{ sort: 'whoisDate', sortDirection: 'desc', perPage: '2' }, [2, 1]],
      [{ searchTerm: ' evil.EXAMPLE ' }, [3, 1]],
      [{ searchTerm: 'a_b' }, [1]],
      [{ searchTerm: '100%' }, [3]],
      [{ searchTerm: 'ana@' }, [1]],
      [{ searchTerm: 'evil', status: '1' }, [3]],
      [{ searchTerm: 'x_x' }, []],
      [{ perPage: '4', page: '9' }, [2, 1]],
    ])('%o [2.7 webrisk] [R48 visits of zero]', async (query, ids) => {
      expect(await idsOf(query)).toEqual(ids)
    })

    test.each<Record<string, string>>([
      { status: '4' },
      { status: 'x' },
      { status: '-1' },
      { status: '1.5' },
      { sort: 'url' },
      { perPage: '151' },
    ])('%o is refused', async (query) => {
      expect((await web.browser.get(`/webrisk?${new URLSearchParams(query)}`)).statusCode).toBe(400)
    })

    test('returns the ids of all matches, highest first [2.7 webrisk bulk]', async () => {
      expect((await web.browser.get('/webrisk/ids?status=2&searchTerm=example')).json()).toEqual({ ids: [6, 5, 1], total: 3 })
      expect((await web.browser.get('/webrisk/ids?status=7')).statusCode).toBe(400)
    })
  })

  describe('PATCH /webrisk/{id}/status', () => {
    test.each<[object, number, number]>([
      [{ status: 0 }, 400, 2],
      [{ status: 1 }, 200, 1],
      [{ status: 2 }, 200, 2],
      [{ status: 2, expected: 1 }, 200, 2],
      [{ status: 3 }, 200, 3],
      [{ status: 4 }, 400, 2],
      [{ status: 'x' }, 400, 2],
      [{ status: '1' }, 400, 2],
      [{ status: null }, 400, 2],
      [{}, 400, 2],
      [{ status: 1, url: 'https://x.example' }, 400, 2],
      [{ status: 1, expected: 2 }, 200, 1],
      [{ status: 1, expected: 3 }, 409, 2],
    ])('%o [R48 status 0]', async (body, status, becomes) => {
      expect((await patch(1, body)).statusCode).toBe(status)
      expect((await statuses())[0]).toBe(becomes)
      // Setting the current state again changes nothing (ruling 53).
      expect(await audited()).toHaveLength(status === 200 && becomes !== 2 ? 1 : 0)
    })

    test('explains why it was rejected', async () => {
      expect((await patch(1, { status: 0 })).json()).toMatchObject({ details: { status: 'Must be 1 (safe), 2 (unsafe) or 3 (unknown).' } })
      expect((await patch(1, { status: 2 })).json()).toEqual({ success: true })
      expect((await patch(99, { status: 1 })).json()).toMatchObject({ statusCode: 404, message: 'Web-risk entry 99 was not found.' })
      expect((await web.browser.send('PATCH', '/webrisk/x/status', { status: 1 })).statusCode).toBe(404)
    })

    test('rejects the second of two decisions on one row as stale', async () => {
      expect((await patch(1, { status: 1, expected: 2 })).statusCode).toBe(200)
      expect((await patch(1, { status: 3, expected: 2 })).json()).toMatchObject({
        error: 'stale',
        message: 'Web-risk entry 1 has become safe in the meantime.',
      })
    })

    test('is audited and can be undone unless the row has changed since [2.7 webrisk status]', async () => {
      const first = (await patch(1, { status: 1 })).json<{ auditId: number }>()
      expect(await audited()).toMatchObject([
        { action: 'webrisk.status', targetType: 'webrisk', targetId: 1, before: { status: 2 }, after: { status: 1 }, reversible: true },
      ])
      expect((await web.browser.send('POST', '/undo', { auditId: first.auditId })).json()).toMatchObject({
        success: true,
        message: 'Change of status of Web-risk entry 1 was undone.',
      })
      expect((await statuses())[0]).toBe(2)
      const second = (await patch(1, { status: 1 })).json<{ auditId: number }>()
      await patch(1, { status: 3 })
      expect((await web.browser.send('POST', '/undo', { auditId: second.auditId })).statusCode).toBe(409)
      expect((await statuses())[0]).toBe(3)
    })

    test('allows role 2 only a customer’s tracker', async () => {
      const other = await signIn(web.server, { rol: 2 })
      expect((await other.get('/webrisk')).statusCode).toBe(403)
      expect((await other.get('/webrisk/tracker')).statusCode).toBe(403)
      expect((await other.send('PATCH', '/webrisk/1/status', { status: 1 })).statusCode).toBe(403)
      expect((await other.send('POST', '/webrisk/1/check', {})).statusCode).toBe(403)
      expect((await other.get('/webrisk/tracker?user=1')).statusCode).toBe(200)
    })
  })

  describe('POST /webrisk/{id}/check', () => {
    const check = (id: number) => web.browser.send('POST', `/webrisk/${id}/check`, {})
    const says = (verdict: WebRiskCheck['verdict'], threats: string[] = []) => {
      web.answer = () => Promise.resolve({ verdict, threats, failure: null })
    }

    test.each<[number, WebRiskCheck, number]>([
      [1, { verdict: 'safe', threats: [], failure: null }, 1],
      [2, { verdict: 'unsafe', threats: ['MALWARE'], failure: null }, 2],
      [3, unknown('no quota'), 3],
      // An unsafe row stays unsafe if the check cannot tell; otherwise it would leave the list that people watch.
      [1, unknown('no quota'), 2],
      [4, unknown('no quota'), 3],
    ])('row %i: %o', async (id, found, becomes) => {
      const before = (await statuses())[id - 1]
      const seen: string[] = []
      web.answer = (url) => {
        seen.push(url)
        return Promise.resolve(found)
      }
      const reply = (await check(id)).json<{ auditId?: number }>()
      expect(reply).toMatchObject({ success: true, ...found, status: becomes })
      expect(seen).toHaveLength(1)
      expect((await statuses())[id - 1]).toBe(becomes)
      expect(reply.auditId === undefined).toBe(before === becomes)
      expect(await audited()).toHaveLength(before === becomes ? 0 : 1)
    })

    test('can be undone', async () => {
      says('unsafe', ['SOCIAL_ENGINEERING'])
      const { auditId } = (await check(3)).json<{ auditId: number }>()
      expect(await audited()).toMatchObject([
        { action: 'webrisk.check', before: { status: 1 }, after: { status: 2, threats: ['SOCIAL_ENGINEERING'] } },
      ])
      expect((await web.browser.send('POST', '/undo', { auditId })).json()).toMatchObject({
        message: 'Check of Web-risk entry 3 was undone.',
      })
      expect((await statuses())[2]).toBe(1)
    })

    test('keeps a decision made in the meantime [2.7 webrisk check]', async () => {
      web.answer = async () => {
        await patch(1, { status: 3 })
        return { verdict: 'safe', threats: [], failure: null }
      }
      expect((await check(1)).json()).toMatchObject({ error: 'stale' })
      expect((await statuses())[0]).toBe(3)
    })

    test('responds with 404 for a missing row without a lookup', async () => {
      expect((await check(99)).statusCode).toBe(404)
    })
  })
})
