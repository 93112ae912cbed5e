import { WorkflowIcon } from '@primer/octicons-react'
import { runPlaybookMutation } from '../../api/playbooks.ts'
import { runMutation } from '../../api/run-mutation.ts'
import type { PlaybookInput, PlaybookRun, PlaybookStep, PlaybookType } from '../../contract/playbooks.ts'
import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { type Danger, type DangerStep, isFinal } from '../engine/danger.ts'
import { countedRecords, nameOfTarget, type SelectionType } from '../engine/record-types.ts'
import type { Arguments, Step } from '../engine/steps.ts'
import type { Target, TargetType } from '../engine/targets.ts'
import { argumentName, type PlannedStep, planOf, type World } from './plan.ts'
import { stepTitle } from './steps.ts'

const section = 'Playbooks'

/** The ids of playbooks among those of commands. */
export const playbookId = (id: number) => `playbook.${id}`

/** The rows that are selected together, of the types that have them. */
const selectionOf: Partial<Record<PlaybookType, SelectionType>> = { customer: 'customers', qr: 'qrs' }

type Begin = (context: CommandContext, target: Target) => void

/** A kept playbook as commands by its name, on a record and on selected ones; running one loads what it needs, and then asks by `asking`. */
export function playbookCommands(
  { id, name, type, keys }: Pick<PlaybookInput, 'name' | 'type' | 'keys'> & { id: number },
  begin: Begin,
): Command[] {
  const on = (of: TargetType, rest: Partial<Command>): Command => ({
    id: playbookId(id),
    verb: playbookId(id),
    title: () => name,
    section,
    icon: WorkflowIcon,
    keywords: 'playbook macro',
    scope: of,
    isUnlinked: true,
    target: of,
    places: ['page-menu', 'row-menu'],
    run: (context, target) => {
      if (target) begin(context, target)
    },
    ...rest,
  })
  const selection = selectionOf[type]
  const own = on(type, { keys: keys ?? undefined })
  return selection ? [own, on(selection, { id: `${playbookId(id)}.selected`, places: ['row-menu'] })] : [own]
}

interface Asking {
  commands: readonly Command[]
  contextNow: () => CommandContext
  /** Is told of the runs, which go on by themselves. */
  started: (runs: readonly PlaybookRun[]) => void
}

/**
 * The question of a playbook on records, and its runs: what it asks, every step with what it will do, those that can't run with their
 * reason. Final if one of its steps is.
 * @param targets at least one
 */
export function askingCommand(
  playbook: PlaybookInput & { id: number },
  targets: readonly Target[],
  { commands, contextNow, started }: Asking,
): Command {
  const plansNow = (args: Arguments, keyOf: (place: number) => string = () => '') => {
    const world: World = { commands, context: contextNow() }
    return targets.map((target, place): Plan => ({ target, steps: planOf(playbook, target, args, world, keyOf(place)) }))
  }
  const plans = plansNow({})
  const { name, type } = playbook
  const names = playbook.steps.map((step) => stepTitle(step, commands))
  const on = targets.length > 1 ? (selectionOf[type] ?? type) : type
  return {
    id: `${playbookId(playbook.id)}.run`,
    title: () => name,
    section,
    icon: WorkflowIcon,
    scope: on,
    isUnlinked: true,
    target: on,
    places: [],
    args: playbook.steps.flatMap((_, index) => {
      const planned = plans.flatMap(({ steps }) => steps[index] ?? [])
      const [first] = planned
      return first ? questionsOf(playbook, planned.find(({ maker, target }) => maker && target) ?? first, index) : []
    }),
    danger: (_target, args) => dangerOf(name, type, plansNow(args), names),
    run: async ({ queryClient }, _target, args, runKey) => {
      const keyOf = (place: number) => keyAt(uuidOf(runKey), place)
      const runs = plansNow(args, keyOf).map(({ target, steps }, place) => {
        const calls = steps.flatMap((planned) => (planned.reason === null ? planned.calls : []))
        return { key: keyOf(place), name, type, record: target.record.id, calls }
      })
      started((await runMutation(queryClient, runPlaybookMutation(), { runs: runs.filter(({ calls }) => calls.length > 0) })).runs)
    },
  }
}

/** What a playbook would do to a record. */
interface Plan {
  target: Target
  steps: readonly PlannedStep[]
}

/** Why a playbook can't run on a record at all: none of its steps can. */
export function whyNotRun(playbook: PlaybookInput, target: Target, world: World): string | null {
  const plan = planOf(playbook, target, {}, world)
  return plan.some(({ reason }, index) => reason === null || asksIn(playbook, index)) ? null : (plan[0]?.reason ?? null)
}

const asksIn = ({ steps }: PlaybookInput, index: number) => Object.values(steps[index]?.args ?? {}).includes(null)

/** What a step asks, each by a name of its own and on its own record. */
function questionsOf({ steps }: PlaybookInput, { maker, target, title }: PlannedStep, index: number): Step[] {
  const record = target?.record
  const args: PlaybookStep['args'] = steps[index]?.args ?? {}
  if (!maker || !record) return []
  return (maker.args ?? [])
    .filter(({ name }) => args[name] === null)
    .map(({ impliedBy, options, choices, hint, initial, isWanted, read, ...step }) => ({
      ...step,
      name: argumentName(index, step.name),
      title: steps.length > 1 ? `${step.title}: ${title}` : step.title,
      ...(hint && { hint: () => hint(record) }),
      ...(initial && { initial: () => initial(record) }),
      ...(options && { options: () => options(record) }),
      ...(choices && { choices: (context: CommandContext) => choices(context, record) }),
      ...(impliedBy && { impliedBy: Object.fromEntries(Object.entries(impliedBy).map(([name, to]) => [argumentName(index, name), to])) }),
      ...(isWanted && {
        isWanted: (before: Arguments) =>
          isWanted(Object.fromEntries((maker.args ?? []).map(({ name }) => [name, before[argumentName(index, name)]]))),
      }),
      read: (typed: string) => read(typed, record),
    }))
}

/** @param names those of the steps, without a record */
function dangerOf(name: string, type: PlaybookType, plans: readonly Plan[], names: readonly string[]): Danger {
  const steps = plans.flatMap((plan) => plan.steps)
  const able = steps.filter(({ reason }) => reason === null)
  const dangers = able.flatMap(({ danger }) => danger ?? [])
  const finals = able.filter(({ danger }) => danger && isFinal(danger))
  const left = steps.length - able.length
  const backs = [...new Set(dangers.flatMap(({ undoable, wayBack }) => (undoable || wayBack === undefined ? [] : [wayBack])))]
  const [only, another] = plans
  return {
    title: `${name}: ${only && !another ? nameOfTarget(only.target) : countOf(type, plans.length)}?`,
    body: able.map(({ title }) => title).join(' · '),
    steps: another ? together(plans, names) : steps.map(({ title, reason, danger }) => ({ title, body: danger?.body ?? null, reason })),
    confirmLabel: able.length === 0 ? 'Nothing to do' : another ? labelOfMany(type, plans) : labelOf(name, able, finals, left),
    undoable: finals.length === 0 && backs.length === 0,
    ...(finals.length === 0 && backs.length > 0 && { wayBack: backs.join(' ') }),
    ...((left > 0 || dangers.some(({ guarded }) => guarded)) && { guarded: true as const }),
    restores: able.every(({ danger }) => danger === null || danger.restores === true),
  }
}

const countOf = (type: PlaybookType, count: number) => countedRecords(selectionOf[type] ?? 'customers', count)

/** 'Refund 39,90 €, cancel at once and 2 more, without one step': what is final by its name. */
function labelOf(name: string, able: readonly PlannedStep[], finals: readonly PlannedStep[], left: number): string {
  const [first = name, ...more] = (finals.length > 0 ? finals : able.slice(0, 1)).map(({ label }) => label)
  const named = [first, ...more.map((label) => label.charAt(0).toLowerCase() + label.slice(1))]
  const others = able.length - named.length
  const parts = [...named, ...(others > 0 ? [`${others} more`] : [])]
  return `${listed(parts)}${left === 0 ? '' : `, without ${left === 1 ? 'one step' : `${left} steps`}`}`
}

/** 'Run for 10 of 12 customers' */
function labelOfMany(type: PlaybookType, plans: readonly Plan[]): string {
  const able = plans.filter(({ steps }) => steps.some(({ reason }) => reason === null)).length
  return `Run for ${able < plans.length ? `${able} of ` : ''}${countOf(type, plans.length)}`
}

/** The steps on several records: what is the same for some of them is said once, with how many they are. */
function together(plans: readonly Plan[], names: readonly string[]): DangerStep[] {
  return names.flatMap((name, place) => {
    const counts = new Map<string, DangerStep & { count: number }>()
    for (const { target, steps } of plans) {
      const { title = name, reason = null } = steps[place] ?? {}
      const shown = reason !== null || title.includes(nameOfTarget(target)) ? name : title
      const key = JSON.stringify([shown, reason])
      counts.set(key, { title: shown, body: null, reason, count: (counts.get(key)?.count ?? 0) + 1 })
    }
    return [...counts.values()].map(({ count, title, ...rest }) => ({
      ...rest,
      title: count === plans.length ? title : `${count} × ${title}`,
    }))
  })
}

const listed = (parts: readonly string[]) => parts.join(', ').replace(/, ([^,]*)$/, ' and $1')

/** One of the keys of runs that are started together. */
const keyAt = (key: string, place: number) => (place === 0 ? key : `${key.slice(0, -2)}${place.toString(16).padStart(2, '0')}`)

/** A run's key as a UUID. */
const uuidOf = (runKey: string) => runKey.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
