import type { AnyRouter } from '@tanstack/react-router'
import type { Typed } from '../../commands/engine/answers.ts'
import { takeTypedLink } from '../../commands/engine/awaited.ts'
import type { Command } from '../../commands/engine/command.ts'
import { type CommandLink, parseLink } from '../../commands/engine/command-link.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import { canBeLinked } from '../../commands/engine/linkable.ts'
import { offered } from '../../commands/engine/offered.ts'
import { availabilityOf } from '../../commands/engine/resolve.ts'
import type { Step } from '../../commands/engine/steps.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { commands } from '../../commands/registry.ts'
import { say } from '../kit/notice.ts'
import { followLink } from './follow-link.ts'
import { openPalette } from './palette-state.ts'
import type { Run } from './questions.ts'

/** Milliseconds to look a link's record up again. */
const timeoutMs = 15_000

/**
 * Opens the palette with a link's command and arguments, once its record is on screen; never another record, and never
 * runs anything. Says why it can't open. Removes the link from the URL.
 */
export async function openLink(hash: string, router: AnyRouter, contextNow: () => CommandContext, run: Run) {
  const isTyped = takeTypedLink(hash)
  const isFetching = () => contextNow().queryClient.isFetching() > 0
  const { find, isLeft, takeOff } = followLink(router, isFetching)
  const tell = async (message: string) => {
    await takeOff()
    say(message)
  }
  const link = parseLink(hash)
  const command = link && offered(commands).find(({ id }) => id === link.command)
  const refusal = whyNot(link, command ?? null, contextNow())
  if (!link || !command || refusal !== null) return tell(refusal ?? '')
  const { on } = link
  const target = on && (await find(() => onScreen(contextNow()).find(({ type, record }) => type === on.type && record.id === on.id)))
  if (isLeft()) return
  if (on && !target) return tell(`The link is for ${command.title(null)} on ${on.type} ${on.id}, which is not on this page.`)
  await takeOff()
  const given = await answersOf(link.args, command, target, contextNow())
  if (isLeft()) return
  const availability = availabilityOf(command, contextNow(), target)
  if (availability.state === 'hidden') return say(`The link’s action, ${command.title(target)}, can’t be done here.`)
  if (availability.state === 'ready') openPalette()
  // A blocked command says why.
  run({ command, target, title: command.title(target), menuTitle: '', availability }, 'palette', { given, isLink: !isTyped })
}

/** Why a link can't open, whatever is on screen; null if it can. */
function whyNot(link: CommandLink | null, command: Command | null, { user }: CommandContext): string | null {
  if (!link) return 'This link can’t be read: part of it may be missing.'
  if (!command || !canBeLinked(command)) return `This link is for an action that does not exist here: ${link.command.slice(0, 60)}.`
  if (command.needs && !user.capabilities.includes(command.needs))
    return `The link’s action, ${command.title(null)}, is not one you may use.`
  return command.target === link.on?.type ? null : 'This link can’t be read: its action doesn’t apply to its record.'
}

const onScreen = ({ targets, list }: CommandContext) => [...targets, ...(list?.targets?.() ?? [])].filter((target) => target !== null)

/** A link's answers, for existing steps; a picked record is looked up again by its number. */
async function answersOf(args: Typed, { args: steps = [] }: Command, target: Target | null, context: CommandContext): Promise<Typed> {
  const given: Record<string, string> = {}
  for (const step of steps) {
    const text = Object.hasOwn(args, step.name) ? args[step.name] : undefined
    if (text === undefined || !target) continue
    given[step.name] = step.kind === 'record' ? await pickedBy(step, text, target, context) : text
  }
  return given
}

async function pickedBy(step: Step, text: string, target: Target, context: CommandContext): Promise<string> {
  try {
    const choices = (await step.find?.(context, target.record, text, AbortSignal.timeout(timeoutMs))) ?? []
    return choices.find(({ value, refusal }) => !refusal && String(step.pickedId?.(value)) === text)?.value ?? text
  } catch {
    // The person picks it by hand.
    return text
  }
}
