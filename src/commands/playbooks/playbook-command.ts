import { WorkflowIcon } from '@primer/octicons-react'
import { runPlaybookMutation } from '../../api/playbooks.ts'
import { runMutation } from '../../api/run-mutation.ts'
import type { PlaybookInput, PlaybookRun, PlaybookStep } from '../../contract/playbooks.ts'
import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { type Danger, isFinal } from '../engine/danger.ts'
import { nameOfTarget } from '../engine/record-types.ts'
import type { Arguments, Step } from '../engine/steps.ts'
import type { Target } from '../engine/targets.ts'
import { argumentName, type PlannedStep, planOf, type World } from './plan.ts'

const section = 'Playbooks'

/** The ids of playbooks among those of commands. */
export const playbookId = (id: number) => `playbook.${id}`

/** A kept playbook as a command by its name; running it loads what it needs, and then asks by `asking`. */
export function playbookCommand(
  { id, name, type, keys }: Pick<PlaybookInput, 'name' | 'type' | 'keys'> & { id: number },
  begin: (context: CommandContext, target: Target) => void,
): Command {
  return {
    id: playbookId(id),
    title: () => name,
    section,
    icon: WorkflowIcon,
    keywords: 'playbook macro',
    keys: keys ?? undefined,
    scope: type,
    isUnlinked: true,
    target: type,
    places: ['page-menu', 'row-menu'],
    run: (context, target) => {
      if (target) begin(context, target)
    },
  }
}

/**
 * The question of a playbook on a record, and its run: what it asks, every step with what it will do, those that can't run with their
 * reason. Final if one of its steps is.
 * @param started is told of the run, which goes on by itself
 */
export function askingCommand(
  playbook: PlaybookInput & { id: number },
  target: Target,
  {
    commands,
    contextNow,
    started,
  }: { commands: readonly Command[]; contextNow: () => CommandContext; started: (run: PlaybookRun) => void },
): Command {
  const world = (): World => ({ commands, context: contextNow() })
  const planNow = (args: Arguments, runKey = '') => planOf(playbook, target, args, world(), runKey)
  return {
    id: `${playbookId(playbook.id)}.run`,
    title: () => playbook.name,
    section,
    icon: WorkflowIcon,
    scope: playbook.type,
    isUnlinked: true,
    target: playbook.type,
    places: [],
    args: planNow({}).flatMap((planned, index) => questionsOf(playbook, planned, index)),
    danger: (_target, args) => dangerOf(playbook.name, target, planNow(args)),
    run: async ({ queryClient }, _target, args, runKey) => {
      const key = uuidOf(runKey)
      const calls = planNow(args, key).flatMap((planned) => (planned.reason === null ? planned.calls : []))
      const { name, type } = playbook
      started(await runMutation(queryClient, runPlaybookMutation(), { key, name, type, record: target.record.id, calls }))
    },
  }
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

function dangerOf(name: string, target: Target, plan: readonly PlannedStep[]): Danger {
  const able = plan.filter(({ reason }) => reason === null)
  const dangers = able.flatMap(({ danger }) => danger ?? [])
  const finals = able.filter(({ danger }) => danger && isFinal(danger))
  const left = plan.length - able.length
  const [first = name, ...more] = (finals.length > 0 ? finals : able.slice(0, 1)).map(({ label }) => label)
  const named = [first, ...more.map((label) => label.charAt(0).toLowerCase() + label.slice(1))]
  const others = able.length - named.length
  const parts = [...named, ...(others > 0 ? [`${others} more`] : [])]
  const without = left === 0 ? '' : `, without ${left === 1 ? 'one step' : `${left} steps`}`
  const backs = [...new Set(dangers.flatMap(({ undoable, wayBack }) => (undoable || wayBack === undefined ? [] : [wayBack])))]
  return {
    title: `${name}: ${nameOfTarget(target)}?`,
    body: able.map(({ title }) => title).join(' · '),
    steps: plan.map(({ title, reason, danger }) => ({ title, body: danger?.body ?? null, reason })),
    confirmLabel: able.length === 0 ? 'Nothing to do' : `${listed(parts)}${without}`,
    undoable: finals.length === 0 && backs.length === 0,
    ...(finals.length === 0 && backs.length > 0 && { wayBack: backs.join(' ') }),
    ...((left > 0 || dangers.some(({ guarded }) => guarded)) && { guarded: true as const }),
    restores: able.every(({ danger }) => danger === null || danger.restores === true),
  }
}

const listed = (parts: readonly string[]) => parts.join(', ').replace(/, ([^,]*)$/, ' and $1')

/** A run's key as a UUID. */
const uuidOf = (runKey: string) => runKey.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
