import { describe, expect, test } from 'vitest'
import { auditActions } from '../../src/contract/audit-actions.ts'
import { ProductEventBody, productEvents } from '../../src/contract/product-events.ts'

/** An event as the documentation shows it. */
const example = (type: string) => ({
  type,
  timestamp: '2026-06-15T08:00:00.000Z',
  data: { record: { type: 'customer', id: 4711, externalId: '4711' }, before: { banned: false }, after: { banned: true }, auditId: 90210 },
})

describe('events', () => {
  /** `npx vitest run tests/server/product-events.test.ts -u` rewrites it. */
  test('match docs/events.md', async () => {
    const rows = Object.entries(productEvents).map(([event, { meaning }]) => `| \`${event}\` | ${meaning} |`)
    const body = ProductEventBody.parse(example('customer.banned'))
    const page = [
      '# Events',
      '',
      'The events that webhooks deliver, and what your product should do on each. Generated from src/contract/product-events.ts; do not edit.',
      '',
      '| `type` | What the product should do |',
      '|---|---|',
      ...rows,
      '',
      'Each event has a body like this:',
      '',
      '```json',
      JSON.stringify(body, null, 2),
      '```',
      '',
    ]
    await expect(page.join('\n')).toMatchFileSnapshot('../../docs/events.md')
  })

  test('are triggered by audited actions, at most one each', () => {
    const actions = Object.values(productEvents).flatMap((event): readonly string[] => event.actions)
    expect(new Set(actions).size).toBe(actions.length)
    expect(actions.filter((action) => !(action in auditActions))).toEqual([])
  })
})
