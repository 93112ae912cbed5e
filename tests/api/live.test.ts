import { expect, test } from 'vitest'
import { touches } from '../../src/api/live.ts'
import { changeOf } from '../layout/support/event-source.ts'

const customer = changeOf({ type: 'customer', id: 7, customerId: 7 })
const payment = changeOf({ type: 'payment', id: 41, customerId: 7 })
const figures = changeOf({ type: 'figures', id: null, customerId: null })
const note = changeOf({ type: 'note', id: 7, customerId: 7 })
const many = changeOf({ type: 'qr', id: null, customerId: null })

test.each([
  [customer, ['customers', 'one', 7], true],
  [customer, ['customers', 'one', 8], false],
  [customer, ['customers', 'list', {}], true],
  [customer, ['customers', 'countries'], false],
  [customer, ['timeline', 7, []], true],
  [customer, ['timeline', 8, []], false],
  [customer, ['payments', 'list', {}], false],
  [figures, ['stats', 'revenue', {}], true],
  [customer, ['stats', 'revenue', {}], false],
  [payment, ['payments', 'details', 41], true],
  [payment, ['payments', 'details', 42], false],
  [payment, ['customers', 'overview', 7], true],
  [payment, ['customers', 'list', {}], false],
  [payment, ['invoices', 'list', {}], true],
  [note, ['notes', 'one', 7], true],
  [note, ['customers', 'list', {}], true],
  [note, ['stats', 'revenue', {}], false],
  [many, ['qrs', 'one', 3], true],
  [many, ['customers', 'overview', 3], true],
  [many, ['payments', 'list', {}], false],
])('change %o affects query %o: %s', (change, key, expected) => {
  expect(touches(change, key)).toBe(expected)
})
