import { expect, test } from 'vitest'
import { commands } from '../../src/commands/registry.ts'
import { meaningOf, type Vocabulary, whyNotMeaning } from '../../src/layout/list/words/meaning-of.ts'
import { listsOnMonday } from '../views/support/filter-words.ts'

const lists = listsOnMonday()
const vocabulary = (): Vocabulary => ({ commands, lists: lists() })

test.each([
  ['ban', '‘Ban’'],
  ['refun', "‘Refund a customer's last payment’"],
  ['unban', '‘Unban’'],
  ['give back', "‘Refund a customer's last payment’"],
  ['log in as', '‘Log in as customer’'],
  ['customers', 'a kind of record'],
  ['discount 20 %', '‘Attach a discount’'],
  ['past due customers', '‘Customers · Status: past due’'],
  ['overdue', '‘Customers · Status: past due’'],
  ['paying customers', '‘Customers · Status: active’'],
  ['spain', 'a country'],
  ['invoice', 'a kind of record'],
  ['october', 'a month'],
  ['yesterday', 'a time'],
  ['eur', 'a currency'],
  ['please', 'nothing by itself'],
  ['not', 'how something is done'],
])('%j means %s', (text, meaning) => {
  expect(meaningOf(text, vocabulary())).toBe(meaning)
})

test.each(['devolver', 'kunde', 'возврат', '返金', 'moroso', 'zz', '', '¿dónde está mi factura?'])('%j means nothing', (text) => {
  expect(meaningOf(text, vocabulary())).toBeNull()
})

test.each([
  [{ word: 'devolver', meaning: 'refund' }, null],
  [{ word: 'in verzug', meaning: 'past due' }, null],
  [{ word: 'kunde', meaning: 'customer' }, null],
  [{ word: 'ban', meaning: 'refund' }, { word: '‘ban’ already means ‘Ban’.' }],
  [{ word: 'ban suave', meaning: 'cancel' }, { word: '‘ban’ already means ‘Ban’.' }],
  [{ word: 'ref', meaning: 'cancel' }, { word: "‘ref’ already means ‘Refund a customer's last payment’." }],
  [{ word: 'please', meaning: 'refund' }, { word: '‘please’ already means nothing by itself.' }],
  [{ word: 'devolver', meaning: 'please' }, { meaning: expect.stringMatching(/doesn’t understand/) as string }],
  [{ word: 'devolver', meaning: 'frobnicate' }, { meaning: expect.stringMatching(/doesn’t understand/) as string }],
])('%j is refused with %j', (word, why) => {
  expect(whyNotMeaning(word, vocabulary())).toEqual(why)
})
