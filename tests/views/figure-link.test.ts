import { expect, test } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import { figureLink } from '../../src/views/general/figure.tsx'

const range = { from: 1_700_000_000, to: 1_700_100_000 }

test('a payment figure has no link if the admin API cannot filter payments by date (ruling 56)', () => {
  expect(figureLink('successPayments', range)).toMatch(/^\/payments\?/)
  learnFeatures([])
  expect(figureLink('successPayments', range)).toBeNull()
  expect(figureLink('qrs', range)).toMatch(/^\/qrs\?/)
})
