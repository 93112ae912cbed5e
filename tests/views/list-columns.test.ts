import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ColumnChoice } from '../../src/contract/preferences.ts'
import { chosenColumns, moved, orderedColumns, toggled } from '../../src/layout/list/views/chosen-columns.ts'

interface Column {
  id: string
  phone?: 'headline'
  width?: string | undefined
}
const column = (id: string, over: Partial<Column> = {}): Column => ({ id, ...over })
const columns = [
  column('id', { width: '80px' }),
  column('name', { phone: 'headline' }),
  column('country', { width: '90px' }),
  column('email'),
]
const names = (shown: readonly { id: string }[]) => shown.map(({ id }) => id).join(' ')

describe('the chosen columns', () => {
  test.each<[string, ColumnChoice | undefined, string]>([
    ['nothing was chosen', undefined, 'id name country email'],
    ['an order', { order: ['email', 'country', 'name', 'id'], hidden: [] }, 'email country name id'],
    ['some are hidden', { order: [], hidden: ['id', 'email'] }, 'name country'],
    ['hidden ones keep their place in the order', { order: ['email', 'id', 'name', 'country'], hidden: ['id'] }, 'email name country'],
    ['the headline stays', { order: [], hidden: ['id', 'name', 'country', 'email'] }, 'name'],
    ['a column that is gone', { order: ['plan', 'country', 'id', 'name', 'email'], hidden: ['plan'] }, 'country id name email'],
    ['a name twice', { order: ['email', 'email', 'id', 'name', 'country'], hidden: [] }, 'email id name country'],
    ['a new column follows the one it follows in the list', { order: ['email', 'name', 'id'], hidden: [] }, 'email name country id'],
    ['a new first column comes first', { order: ['email', 'country', 'name'], hidden: [] }, 'id email country name'],
  ])('%s', (_what, choice, shown) => {
    expect(names(chosenColumns(columns, choice))).toBe(shown)
  })

  test('the headline fills the remaining width if no other column does', () => {
    const all = [column('id', { width: '80px' }), column('name', { phone: 'headline', width: '120px' }), column('email')]
    expect(chosenColumns(all, { order: [], hidden: ['id'] })).toEqual([all[1], all[2]])
    expect(chosenColumns(all, { order: [], hidden: ['email'] })).toEqual([all[0], { ...all[1], width: undefined }])
  })

  test('moving steps past hidden columns one by one and stops at the ends', () => {
    let choice: ColumnChoice | undefined = toggled(undefined, 'country')
    const places: string[] = []
    for (let step = 0; step < 4; step++) {
      choice = moved(columns, choice, 'email', -1)
      places.push(names(orderedColumns(columns, choice)))
    }
    expect(places).toEqual(['id name email country', 'id email name country', 'email id name country', 'email id name country'])
    expect(names(chosenColumns(columns, choice))).toBe('email id name')
    expect(names(chosenColumns(columns, toggled(choice, 'country')))).toBe('email id name country')
  })
})

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const lists = fc
  .record({ shown: fc.subarray(ids, { minLength: 1 }), headline: fc.nat(), wide: fc.nat() })
  .map(({ shown, headline, wide }) =>
    shown.map(
      (id, index): Column => ({
        id,
        phone: index === headline % shown.length ? 'headline' : undefined,
        ...(index === wide % shown.length ? {} : { width: '80px' }),
      }),
    ),
  )
const choices = fc.record({ order: fc.array(fc.constantFrom(...ids, 'gone')), hidden: fc.array(fc.constantFrom(...ids, 'gone')) })

test('any choice shows each column at most once, includes the headline, fills the width and keeps the order', () => {
  fc.assert(
    fc.property(lists, choices, (list, choice) => {
      const shown = chosenColumns(list, choice).map(({ id }) => id)
      expect(new Set(shown).size).toBe(shown.length)
      expect(shown).toContain(list.find(({ phone }) => phone === 'headline')?.id)
      for (const { id, phone } of list) expect(shown.includes(id)).toBe(phone === 'headline' || !choice.hidden.includes(id))
      expect(chosenColumns(list, choice).some(({ width }) => width === undefined)).toBe(true)
      const asked = [...new Set(choice.order)].filter((id) => shown.includes(id))
      expect(shown.filter((id) => asked.includes(id))).toEqual(asked)
      expect(new Set(orderedColumns(list, choice))).toEqual(new Set(list))
    }),
  )
})

test('moving a column up and down again restores the order', () => {
  fc.assert(
    fc.property(lists, choices, fc.nat(), (list, choice, at) => {
      const order = orderedColumns(list, choice).map(({ id }) => id)
      const id = order[at % order.length] ?? ''
      if (order[0] === id) return
      expect(moved(list, moved(list, choice, id, -1), id, 1)).toEqual({ order, hidden: choice.hidden })
    }),
  )
})
