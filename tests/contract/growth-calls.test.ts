import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, TrueOrAbsent, UnixSecondsParam } from '../../src/contract/endpoint.ts'
import { listQuery, listReply } from '../../src/contract/list.ts'
import { callsOf, choicesOf, type List, listsOf } from '../bench/growth-calls.ts'

const query = listQuery({
  sorts: ['id', 'name'],
  defaultSort: { field: 'id', direction: 'desc' },
  filters: () => ({
    searchTerm: z.string().optional(),
    exactSearch: z.unknown().optional(),
    from: UnixSecondsParam.optional(),
    to: UnixSecondsParam.optional(),
    state: z.enum(['new', 'old']).optional(),
    owner: z.coerce.number().int().optional(),
    isPaid: TrueOrAbsent,
  }),
})
const declare = (path: string, ofQuery = query) =>
  endpoint({ method: 'GET', path, access: 'session', query: ofQuery, reply: listReply(z.object({})) })
const list: List = listsOf([{ list: declare('/things') }])[0] as List

const known: Record<string, { label: string; value: string }[]> = {
  searchTerm: [{ label: 'a word', value: 'word' }],
  owner: [{ label: 'frequent', value: '7' }],
}
const values = (_: List, filter: string) => known[filter] ?? []
const choices = choicesOf(list, values, { always: { from: 1, to: 9 } })

describe('growth calls', () => {
  test('cover every list in the contract that does not belong to one record', () => {
    const one = endpoint({ method: 'GET', path: '/one', access: 'session', reply: z.object({}) })
    const files = [
      { list: declare('/a'), name: 'a', one },
      { ofOne: declare('/a/{id}/b'), other: declare('/c') },
    ]
    expect(listsOf(files).map(({ path }) => path)).toEqual(['/a', '/c'])
  })

  test('filter by known values, enum values and switches; a period or a search counts as one filter', () => {
    expect(choices.map(({ label, params }) => [label, params])).toEqual([
      ['searchTerm=a word', { searchTerm: 'word' }],
      ['searchTerm=a word exactSearch=true', { searchTerm: 'word', exactSearch: 'true' }],
      ['searchTerm=a word exactSearch=false', { searchTerm: 'word', exactSearch: 'false' }],
      ['period=always', { from: '1', to: '9' }],
      ['state=new', { state: 'new' }],
      ['state=old', { state: 'old' }],
      ['owner=frequent', { owner: '7' }],
      ['isPaid=true', { isPaid: 'true' }],
    ])
  })

  test('throw if a filter has no known value', () => {
    expect(() => choicesOf(list, () => [], {})).toThrow('/things: no value is known for the filter searchTerm')
  })

  test('cover each sort in both directions, each filter and pair under each sort, and last pages', () => {
    const labels = callsOf(list, choices).map(({ label }) => label)
    const pairs = (8 * 7) / 2 - 3 - 1
    expect(labels).toHaveLength(2 * 2 + 1 + 8 * (2 + 1) + pairs * 2)
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels).toContain('/things sort=name sortDirection=asc')
    expect(labels).toContain('/things page=1000000')
    expect(labels).toContain('/things state=new page=1000000')
    expect(labels).toContain('/things period=always isPaid=true sort=name sortDirection=desc')
    expect(labels.filter((label) => label.includes('state=new state=old'))).toEqual([])
  })
})
