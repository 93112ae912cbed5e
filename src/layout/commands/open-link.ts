import type { AnyRouter } from '@tanstack/react-router'
import type { Typed } from '../../commands/answers.ts'
import { type CommandLink, parseLink } from '../../commands/command-link.ts'
import type { Command, CommandContext, Step, Target } from '../../commands/command.ts'
import { canBeLinked } from '../../commands/linkable.ts'
import { offered } from '../../commands/offered.ts'
import { commands } from '../../commands/registry.ts'
import { availabilityOf } from '../../commands/resolve.ts'
import { say } from '../kit/notice.ts'
import { openPalette } from './palette-state.ts'
import type { Run } from './questions.ts'

const lookEvery = 100
/** The record counts as missing after this long (ms) without loading. */
const stillFor = 1000
const longestWait = 15_000

let latest = 0

/**
 * Opens the palette with a link's command and arguments, once its record is on screen; never another record, and never
 * runs anything. Says why it can't open. Removes the link from the URL, so neither Back nor a reload opens it again.
 */
export async function openLink(hash: string, router: AnyRouter, contextNow: () => CommandContext, run: Run) {
  const own = ++latest
  const { pathname } = router.state.location
  const isLeft = () => own !== latest || router.state.location.pathname !== pathname
  const link = parseLink(hash)
  const command = link && offered(commands).find(({ id }) => id === link.command)
  const refusal = whyNot(link, command ?? null, contextNow())
  if (!link || !command || refusal !== null) return tell(router, refusal ?? '')
  const target = link.on && (await whenOnScreen(link.on, contextNow, router, isLeft))
  if (isLeft()) return
  if (link.on && !target)
    return tell(router, `The link is for ${command.title(null)} on ${link.on.type} ${link.on.id}, which is not on this page.`)
  await takeOff(router)
  const given = await answersOf(link.args, command, target, contextNow())
  if (isLeft()) return
  const availability = availabilityOf(command, contextNow(), target)
  if (availability.state === 'hidden') return say(`The link’s action, ${command.title(target)}, can’t be done here.`)
  if (availability.state === 'ready') openPalette()
  // A blocked command says why.
  run({ command, target, title: command.title(target), menuTitle: '', availability }, 'palette', { given, isLink: true })
}

/** Why a link can't open, whatever is on screen; null if it can. */
function whyNot(link: CommandLink | null, command: Command | null, { user }: CommandContext): string | null {
  if (!link) return 'This link can’t be read: a part of it may be missing.'
  if (!command || !canBeLinked(command)) return `This link is for an action that does not exist here: ${link.command.slice(0, 60)}.`
  if (command.needs && !user.capabilities.includes(command.needs))
    return `The link’s action, ${command.title(null)}, is not one you may do.`
  return command.target === link.on?.type ? null : 'This link can’t be read: its action and its record do not go together.'
}

async function tell(router: AnyRouter, message: string) {
  await takeOff(router)
  say(message)
}

/** Removes the link from the URL without a history entry. */
function takeOff(router: AnyRouter) {
  const { pathname, searchStr } = router.state.location
  return router.navigate({ href: `${pathname}${searchStr}`, replace: true, resetScroll: false })
}

/** The record once it is on screen; null if everything loaded without it or the person left. */
async function whenOnScreen(
  on: { type: string; id: number },
  contextNow: () => CommandContext,
  router: AnyRouter,
  isLeft: () => boolean,
): Promise<Target | null> {
  let still = 0
  for (let waited = 0; waited < longestWait && still < stillFor && !isLeft(); waited += lookEvery) {
    const { targets, list, queryClient } = contextNow()
    const rows = list?.targets?.() ?? []
    const found = [...targets, ...rows].find((each) => each?.type === on.type && each.record.id === on.id)
    if (found) return found
    still = router.state.status === 'idle' && queryClient.isFetching() === 0 ? still + lookEvery : 0
    await new Promise((resolve) => setTimeout(resolve, lookEvery))
  }
  return null
}

/** A link's answers, for existing steps that aren't secret; a picked record is looked up again by its number. */
async function answersOf(args: Typed, { args: steps = [] }: Command, target: Target | null, context: CommandContext): Promise<Typed> {
  const given: Record<string, string> = {}
  for (const step of steps) {
    const text = Object.hasOwn(args, step.name) ? args[step.name] : undefined
    if (text === undefined || step.isSecret || !target) continue
    const answer = step.kind === 'record' ? await pickedBy(step, text, target, context) : text
    if (answer !== null) given[step.name] = answer
  }
  return given
}

async function pickedBy(step: Step, text: string, target: Target, context: CommandContext): Promise<string | null> {
  try {
    const choices = (await step.find?.(context, target.record, text, AbortSignal.timeout(longestWait))) ?? []
    return choices.find(({ value, refusal }) => !refusal && String(step.pickedId?.(value)) === text)?.value ?? null
  } catch {
    // The person picks it by hand.
    return null
  }
}
