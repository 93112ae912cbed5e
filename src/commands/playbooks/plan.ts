import { cachedRecord, loadRecord } from '../../api/record.ts'
import type { Customer } from '../../contract/customers.ts'
import { formatDate, startOfDay, today } from '../../contract/dates.ts'
import { formatMoney } from '../../contract/money.ts'
import { type Blank, blanks, blanksIn, fillText } from '../../contract/playbook-texts.ts'
import { namesRecord, type PlaybookInput, type PlaybookStep, type RunCall } from '../../contract/playbooks.ts'
import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import type { Danger } from '../engine/danger.ts'
import { onSide, resolve } from '../engine/resolve.ts'
import type { Arguments, Read, Step } from '../engine/steps.ts'
import { customerLabel } from '../engine/target-name.ts'
import type { Target } from '../engine/targets.ts'
import { makerOf, stepTitle } from './steps.ts'

/** What a playbook is planned with. */
export interface World {
  commands: readonly Command[]
  context: CommandContext
}

/** A step on its record. */
export interface PlannedStep {
  /** What it does: 'Refund 39,90 €', 'Add a note “Called.”'. */
  title: string
  /** The same without the texts it writes, for a button. */
  label: string
  /** The command that makes the change, and its record; null if there is none. */
  maker: Command | null
  target: Target | null
  /** Why it can't run; null if it can, as far as is known. */
  reason: string | null
  danger: Danger | null
  calls: readonly RunCall[]
}

/** An argument's name among those that a playbook asks. */
export const argumentName = (step: number, name: string) => `${step + 1}-${name}`

/** The customer that a record is or belongs to. */
function customerIdOf({ type, record }: Target): number | null {
  if (type === 'customer') return record.id
  if (type === 'qr') return record.user
  return type === 'payment' ? record.userId : null
}

/**
 * Loads a playbook's record as it is now, with all its facts, and what planning on it reads from the cache. Null if the record is
 * gone. Throws ApiFailure.
 */
export async function loadPlan(
  { type, steps }: PlaybookInput,
  named: { id: number },
  { commands, context }: World,
): Promise<Target | null> {
  const target: Target | null = await loadRecord(context.queryClient, { type, id: named.id }, { staleTime: 0 })
  const id = target && customerIdOf(target)
  if (!target || id === null) return target
  if (type !== 'customer') await loadRecord(context.queryClient, { type: 'customer', id }, { staleTime: 0 })
  const wantsPayment = steps.some(({ args }) => Object.values(args).some((text) => text !== null && blanksIn(text).includes('lastPayment')))
  const ids = [...steps.map(({ command }) => command), ...(wantsPayment ? [lastPaymentBy] : [])]
  for (const command of commands) if (ids.includes(command.id)) await command.delegate?.load(context, id)
  return target
}

/** It knows the customer's last payment. */
const lastPaymentBy = 'customer.refund'

/** Every step of a playbook on a record, in order; each is judged by what the ones before it make of the record. */
export function planOf({ steps }: PlaybookInput, target: Target, asked: Arguments, world: World, runKey = ''): PlannedStep[] {
  const left = new Map<string, object>()
  return steps.map((step, index) => {
    const found = makerOn(step, target, world)
    const generic = stepTitle(step, world.commands)
    if (!found.maker || !found.target) return { ...found, title: generic, label: generic, danger: null, calls: [] }
    const key = `${found.target.type}:${found.target.record.id}`
    const on = { type: found.target.type, record: { ...found.target.record, ...left.get(key) } } as Target
    const planned = plan(step, index, { ...found, maker: found.maker, on, base: target }, asked, world, `${runKey}-${index}`)
    if (planned.reason === null) left.set(key, { ...left.get(key), ...found.maker.leaves?.(on, planned.values) })
    return planned
  })
}

/** The command that makes a step's change, on the record that is meant. */
function makerOn(
  { command: id, side }: PlaybookStep,
  base: Target,
  { commands, context }: World,
): Pick<PlannedStep, 'maker' | 'target' | 'reason'> {
  const command = commands.find((each) => each.id === id)
  const maker = command && makerOf(command, commands)
  if (!command || !maker?.change) return { maker: null, target: null, reason: 'There is no such command any more, or you may not use it.' }
  const own = command.target === base.type ? base : customerOf(base, context)
  if (!own || command.target !== own.type) return { maker: null, target: null, reason: 'It is for another type of record.' }
  if (!command.delegate) return { maker, target: own, reason: command.toggle && !side ? 'It doesn’t say which of its two.' : null }
  const target = command.delegate.one?.(context, own.record.id) ?? null
  return { maker, target, reason: target === null ? command.delegate.none : null }
}

function customerOf(base: Target, { queryClient }: CommandContext): Target | null {
  const id = customerIdOf(base)
  return id === null ? null : cachedRecord(queryClient, { type: 'customer', id })
}

interface On {
  maker: Command
  on: Target
  base: Target
  target: Target | null
}

function plan(step: PlaybookStep, index: number, { maker, on, base, target }: On, asked: Arguments, world: World, runKey: string) {
  const { context } = world
  const resolved = resolve(maker, context, on)
  const sided = resolved && onSide(resolved, step.side ?? null, context)
  const { values, refusal } = valuesOf(step, index, maker, on, base, asked, world)
  const danger = refusal === null ? (maker.danger?.(on, values) ?? null) : null
  const whyNot =
    sided === null
      ? 'It can’t be done here, or you may not do it.'
      : sided.availability.state === 'blocked'
        ? sided.availability.reason
        : refusal
  const plain = sided?.title ?? stepTitle(step, world.commands)
  // The question's words are about what it would do.
  const label = (whyNot === null ? danger?.confirmLabel : undefined) ?? plain
  const title = danger || whyNot !== null ? label : titleOf(plain, values)
  const changes = whyNot === null ? (maker.change?.(on, values, runKey) ?? []) : []
  const calls = changes.flatMap(({ call }) =>
    call && namesRecord.test(call.path) ? [{ ...call, command: maker.id, title: title.slice(0, 200) }] : [],
  )
  const reason = whyNot ?? (calls.length < changes.length || calls.length === 0 ? 'A playbook can’t do this.' : null)
  return { title, label, maker, target, reason, danger, calls: calls as readonly RunCall[], values }
}

/** 'Add a note “Called.”' */
function titleOf(title: string, values: Arguments): string {
  const texts = Object.values(values).filter((value) => typeof value === 'string' && value !== '')
  return [title, ...texts.map((text) => `“${cut(String(text))}”`)].join(' ')
}

const maxShown = 60

const cut = (text: string) => (text.length <= maxShown ? text : `${text.slice(0, maxShown - 1).trimEnd()}…`)

/** The values of a step's arguments: what was asked, what is kept with its blanks filled, or what the command begins with. */
function valuesOf(
  { args }: PlaybookStep,
  index: number,
  maker: Command,
  on: Target,
  base: Target,
  asked: Arguments,
  world: World,
): { values: Arguments; refusal: string | null } {
  const values: Arguments = {}
  for (const step of maker.args ?? []) {
    if (step.isWanted?.(values) === false) continue
    if (args[step.name] === null) {
      values[step.name] = asked[argumentName(index, step.name)]
      continue
    }
    const read = readKept(step, args[step.name], on, base, world)
    if (read.refusal !== null) return { values, refusal: `${step.title}: ${read.refusal}` }
    values[step.name] = read.value
  }
  return { values, refusal: null }
}

function readKept(step: Step, kept: string | null | undefined, on: Target, base: Target, world: World): Read<unknown> {
  if (kept == null) return step.read(step.initial?.(on.record) ?? '', on.record)
  const filled = fillText(kept, blanksOf(base, world))
  if ('missing' in filled) return { value: null, refusal: `{${filled.missing}} can’t be filled: ${blanks[filled.missing]} is not known.` }
  return step.read(filled.text, on.record)
}

/** What blanks are filled with. */
function blanksOf(base: Target, { commands, context }: World): Record<Blank, string | null> {
  const id = customerIdOf(base)
  const loaded = id === null ? null : cachedRecord(context.queryClient, { type: 'customer', id })
  const customer: Customer | null = loaded?.type === 'customer' ? loaded.record : null
  const paid = id === null ? null : commands.find((each) => each.id === lastPaymentBy)?.delegate?.one?.(context, id)
  return {
    firstName: customer && (customer.firstName || customerLabel(customer)),
    email: customer?.email ?? null,
    plan: customer?.planName ?? null,
    lastPayment:
      paid?.type === 'payment' ? `${formatMoney(paid.record.amount, paid.record.currency)}, ${formatDate(paid.record.createdAt)}` : null,
    today: formatDate(startOfDay(today())),
    me: context.user.name,
  }
}
