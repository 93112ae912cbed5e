import { describe, expect, test, vi } from 'vitest'
import { customerQuery } from '../../../src/api/customers.ts'
import { paymentsQuery } from '../../../src/api/payments.ts'
import { readAnswers } from '../../../src/commands/engine/answers.ts'
import { isFinal } from '../../../src/commands/engine/danger.ts'
import type { Target, Targets } from '../../../src/commands/engine/targets.ts'
import { stepsOfActions } from '../../../src/commands/playbooks/last-actions.ts'
import { planOf, type World } from '../../../src/commands/playbooks/plan.ts'
import { askingCommand, whyNotRun } from '../../../src/commands/playbooks/playbook-command.ts'
import { canBeStep } from '../../../src/commands/playbooks/steps.ts'
import { commands } from '../../../src/commands/registry.ts'
import type { Customer } from '../../../src/contract/customers.ts'
import { PaymentListQuery, type PaymentRow } from '../../../src/contract/payments.ts'
import type { LastAction, PlaybookInput, PlaybookStep } from '../../../src/contract/playbooks.ts'
import { customer, makeContext, payment, qrTarget } from '../samples.ts'

const playbook = (steps: PlaybookStep[], over: Partial<PlaybookInput> = {}) =>
  ({ id: 3, name: 'Test', type: 'customer', keys: null, isShared: false, steps, ...over }) as const

const step = (command: string, args: PlaybookStep['args'] = {}, side?: PlaybookStep['side']): PlaybookStep => ({
  command,
  args,
  ...(side && { side }),
})

/** A console that has loaded a customer and their payment. */
function world(over: Partial<Targets['customer']> = {}): { world: World; target: Target } {
  const record = { ...customer, firstName: 'Ana', planName: 'Business', ...over }
  const target: Target = { type: 'customer', record }
  const { context } = makeContext({ targets: [target] })
  context.queryClient.setQueryData(customerQuery(customer.id).queryKey, record as unknown as Customer)
  const { queryKey } = paymentsQuery({ ...PaymentListQuery.parse({}), user: customer.id })
  context.queryClient.setQueryData(queryKey, { rows: [payment] as unknown as PaymentRow[], pagination: { total_results: 1 } as never })
  return { world: { commands, context }, target }
}

const planned = (steps: PlaybookStep[], over: Partial<Targets['customer']> = {}) => {
  const made = world(over)
  return planOf(playbook(steps), made.target, {}, made.world, 'key').map(({ title, reason, calls }) => ({
    title,
    reason,
    calls: calls.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`),
  }))
}

describe('planning a playbook', () => {
  test('says what each step will do, and makes its calls from the commands’ own declarations', () => {
    expect(
      planned([
        step('customer.refund', { extent: 'full', reason: 'Asked for it' }),
        step('customer.cancel-at-once'),
        step('customer.add-note', { text: 'Refunded {lastPayment}, {firstName} on {plan}.' }),
      ]),
    ).toEqual([
      {
        title: 'Refund 19,90\u00a0€',
        reason: null,
        calls: ['PATCH /payments/501/refund {"expectedAmountRefunded":0,"idempotencyKey":"key-0","reason":"Asked for it"}'],
      },
      {
        title: 'Cancel at once',
        reason: null,
        calls: ['PATCH /customers/8812/cancel-subscription {}', 'PATCH /customers/8812/cancel-immediately {}'],
      },
      {
        title: 'Add a note “Refunded 19,90\u00a0€, 15-11-2026, Ana on Business.”',
        reason: null,
        calls: ['POST /customers/8812/note {"text":"Refunded 19,90\u00a0€, 15-11-2026, Ana on Business."}'],
      },
    ])
  })

  test('judges each step by what the ones before it leave', () => {
    const reasons = (...steps: PlaybookStep[]) => planned(steps).map(({ reason }) => reason)
    expect(reasons(step('customer.cancel-immediately'))).toEqual(['Not set to cancel yet. Cancel at the end of the period first.'])
    expect(reasons(step('customer.cancel-at-period-end'), step('customer.cancel-immediately'))).toEqual([null, null])
    expect(reasons(step('customer.ban', {}, 'on'), step('customer.ban', {}, 'on'))).toEqual([null, 'Already banned.'])
    expect(reasons(step('customer.ban', {}, 'on'), step('customer.ban', {}, 'off'))).toEqual([null, null])
  })

  test('leaves out what can’t run, and never does the opposite', () => {
    expect(planned([step('customer.ban', {}, 'off')])).toEqual([{ title: 'Unban Ana Ruiz', reason: 'Not banned.', calls: [] }])
    expect(planned([step('customer.gone')])[0]?.reason).toBe('There is no such command any more, or you may not use it.')
    expect(planned([step('customer.add-note', { text: '{plan}' })], { planName: null } as object)[0]?.reason).toBe(
      'Note: {plan} can’t be filled: their plan is not known.',
    )
  })

  test('acts on the customer of a QR code', () => {
    const { world: own } = world()
    const steps = [step('qr.set-status', { status: 'blocked' }), step('customer.ban', {}, 'on')]
    const plan = planOf(playbook(steps, { type: 'qr' }), qrTarget, {}, own)
    expect(plan.flatMap(({ calls }) => calls).map(({ path }) => path)).toEqual(['/qrs/41/status', '/customers/8812/ban'])
  })

  test('takes no command that needs another record, opens a page, or logs in as the customer', () => {
    const ids = commands.filter((command) => canBeStep(command, 'customer', commands)).map(({ id }) => id)
    expect(ids).toContain('customer.refund')
    for (const id of ['customer.app-login', 'customer.erase', 'customer.transfer-qrs', 'customer.sync', 'user.delete', 'customer.edit'])
      expect(ids).not.toContain(id)
  })
})

describe('the question of a playbook', () => {
  const ask = (steps: PlaybookStep[], over: Partial<Targets['customer']> = {}) => {
    const { world: own, target } = world(over)
    return { target, command: askingCommand(playbook(steps), [target], { commands, contextNow: () => own.context, started: () => {} }) }
  }

  test('is final if a step is, and names the amount', () => {
    const { command, target } = ask([step('customer.add-note', { text: 'x' }), step('customer.refund', { extent: 'full' })])
    const danger = command.danger?.(target, {})
    expect(danger).toMatchObject({ title: 'Test: Ana Ruiz?', confirmLabel: 'Refund 19,90\u00a0€ and 1 more', undoable: false })
    expect(danger && isFinal(danger)).toBe(true)
  })

  test('can be undone if every step can, and needs more than Enter to leave one out', () => {
    const { command, target } = ask([step('customer.ban', {}, 'on'), step('customer.add-note', { text: 'x' }), step('customer.restore')])
    expect(command.danger?.(target, {})).toMatchObject({
      confirmLabel: 'Ban and 1 more, without one step',
      undoable: true,
      guarded: true,
      steps: [{ title: 'Ban' }, { title: 'Add a note “x”' }, { reason: 'Not deleted.' }],
    })
  })

  test('asks what is left open, in the commands’ own words', () => {
    const { command, target } = ask([step('customer.refund', { extent: null, amount: null }), step('customer.add-note', { text: null })])
    expect(command.args?.map(({ name, title }) => [name, title])).toEqual([
      ['1-extent', 'Amount: Refund 19,90\u00a0€'],
      ['1-amount', 'Partial amount: Refund 19,90\u00a0€'],
      ['2-text', 'Note: Add a note'],
    ])
    const { values } = readAnswers(command, target, { '1-extent': 'part', '1-amount': '5', '2-text': 'Half of it' })
    expect(values && command.danger?.(target, values).body).toBe('Refund 5,00\u00a0€ · Add a note “Half of it”')
  })

  test('on several records says once what is the same, and starts one run for each that has a step', async () => {
    const { world: own, target } = world()
    const other = { ...target, record: { ...target.record, id: 8813, fullName: 'Luis Prat', banned: true } } as Target
    const bodies: unknown[] = []
    vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
      bodies.push(JSON.parse(body))
      return Promise.resolve(Response.json({ runs: [] }))
    })
    const { context } = own
    const steps = [step('customer.ban', {}, 'on'), step('customer.add-note', { text: null })]
    const command = askingCommand(playbook(steps), [target, other], { commands, contextNow: () => context, started: () => {} })
    const selected: Target = { type: 'customers', record: { id: 2, ids: [8812, 8813] } }
    expect(command.args?.map(({ name }) => name)).toEqual(['2-text'])
    expect(command.danger?.(selected, { '2-text': 'Spam' })).toMatchObject({
      title: 'Test: 2 customers?',
      confirmLabel: 'Run for 2 customers',
      guarded: true,
      steps: [{ title: '1 × Ban' }, { title: '1 × Ban', reason: 'Already banned.' }, { title: 'Add a note “Spam”', reason: null }],
    })
    await command.run(context, selected, { '2-text': 'Spam' }, '0123456789abcdef0123456789abcdef')
    expect(bodies).toMatchObject([
      {
        runs: [
          {
            key: '01234567-89ab-4def-8123-456789abcdef',
            record: 8812,
            calls: [{ path: '/customers/8812/ban' }, { path: '/customers/8812/note' }],
          },
          { key: '01234567-89ab-4def-8123-456789abcd01', record: 8813, calls: [{ path: '/customers/8813/note' }] },
        ],
      },
    ])
  })

  test('isn’t asked if no step can run', () => {
    const { world: own, target } = world()
    expect(whyNotRun(playbook([step('customer.ban', {}, 'off')]), target, own)).toBe('Not banned.')
    expect(whyNotRun(playbook([step('customer.ban', {}, 'on')]), target, own)).toBeNull()
  })
})

test('what was done becomes steps, with what can be known of it', () => {
  const done = (action: string, facts: Partial<LastAction> = {}): LastAction => {
    return { action, targetType: 'customer', targetId: 8812, before: null, after: null, ...facts }
  }
  const actions = [
    done('customer.unban'),
    done('customer.disable-2fa'),
    done('payment.refund', { targetType: 'payment' }),
    done('note.write', { before: { note: 'Old' }, after: { note: 'Old\n\nNew' } }),
    done('customer.attach-discount', { after: { discount: 20 } }),
    done('customer.app-login'),
  ]
  expect(stepsOfActions(actions, 'customer', commands)).toEqual([
    { command: 'customer.ban', side: 'off', args: {} },
    { command: 'customer.disable-two-factor', args: {} },
    { command: 'customer.refund', args: { extent: null, amount: null, reason: null } },
    { command: 'customer.add-note', args: { text: 'New' } },
    { command: 'customer.attach-discount', args: { percent: '20' } },
  ])
})
