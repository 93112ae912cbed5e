import { expect, test } from 'vitest'
import { exportedIn } from '../../src/layout/list/words/export-words.ts'

test.each([
  ['export customers', 'the customers'],
  ['Export  payments of ana ruiz', 'the payments of ana ruiz'],
  ['csv of payments in october', 'the payments in october'],
  ['download csv customers', 'the customers'],
  ['export a csv file of customers', 'the customers'],
  ['csv payments october', 'the payments october'],
  ['refunds of october as csv', 'the refunds of october'],
  ['refunds of october as a CSV file', 'the refunds of october'],
  ['export payments to excel', 'the payments'],
  ['download payments', 'the payments'],
  // They have files of their own.
  ['download invoices of october', null],
  ['payments of october', null],
  ['export', null],
  ['csv', null],
  ['', null],
])('%s', (text, list) => {
  expect(exportedIn(text)).toBe(list)
})
