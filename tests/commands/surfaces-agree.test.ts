import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command, Place } from '../../src/commands/engine/command.ts'
import type { CommandContext } from '../../src/commands/engine/context.ts'
import { availabilityOf, type ResolvedCommand, resolveAll, selectedType } from '../../src/commands/engine/resolve.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { activeCommands, bindingsOf } from '../../src/commands/keys/active.ts'
import { advance, parseKeys } from '../../src/commands/keys/keymap.ts'
import { commands } from '../../src/commands/registry.ts'
import { capabilitiesOf } from '../../src/contract/capabilities.ts'
import { sampleArguments } from './sample-arguments.ts'
import { makeContext } from './samples.ts'
import { listStates, targetStates } from './target-states.ts'

/** A console in any state: the signed-in person and the content of the screen. */
const states = fc
  .record({
    rol: fc.constantFrom(1, 2),
    noCapabilities: fc.boolean(),
    list: fc.constantFrom(...listStates),
    isOwnPage: fc.boolean(),
    targets: fc.uniqueArray(fc.constantFrom(...targetStates), { maxLength: 2, selector: ({ type }) => type }),
  })
  .map(({ rol, noCapabilities, list, targets, isOwnPage }): CommandContext => {
    const { context } = makeContext({ list, targets, pageRecord: isOwnPage ? (targets.at(-1) ?? null) : null })
    return { ...context, user: { ...context.user, rol, capabilities: noCapabilities ? [] : capabilitiesOf(rol) } }
  })

const places: readonly Place[] = ['sidebar', 'page-menu', 'row-menu', 'user-menu', 'bulk-bar', 'list-head']
const keyOf = ({ command, target }: Pick<ResolvedCommand, 'command' | 'target'>) => `${command.id} on ${target?.type ?? 'nothing'}`

const sayOf = ({ command, target, title, availability }: ResolvedCommand) =>
  `${command.id} on ${target?.type ?? 'nothing'}, ‘${title}’: ${availability.state === 'blocked' ? availability.reason : 'ready'}`

/** Commands that two surfaces on screen describe differently. */
function disagreements(context: CommandContext, of: readonly Command[]): string[] {
  const palette = activeCommands(of, context)
  const inPalette = new Map(palette.map((resolved) => [keyOf(resolved), resolved]))
  const decided = palette.filter(({ command, target, availability }) => {
    const said = availabilityOf(command, context, target)
    return (
      said.state !== availability.state ||
      (said.state === 'blocked' && availability.state === 'blocked' && said.reason !== availability.reason)
    )
  })
  // While rows are selected, the menu of a row acts on the selection.
  const selected = context.targets.map(selectedType)
  const inPlaces = [null, ...context.targets.filter(({ type }) => !selected.includes(type))]
    .flatMap((target) => places.flatMap((place) => resolveAll(of, context, target, place)))
    .filter((shown) => sayOf(shown) !== sayOf(inPalette.get(keyOf(shown)) ?? shown) || !inPalette.has(keyOf(shown)))
  const bindings = bindingsOf(palette)
  const byKey = bindings.filter(({ bound }) => bound !== inPalette.get(keyOf(bound))).map(({ bound }) => bound)
  // Each visible command with keys must be reachable by them, unless the same action on an inner record takes them.
  const unreached = palette.filter(({ command: { id, keys } }) => {
    if (keys === undefined) return false
    const strokes = parseKeys(keys)
    const step = advance(bindings, strokes.slice(0, -1), strokes.slice(-1))
    return step.kind !== 'match' || step.bound.command.id.split('.')[1] !== id.split('.')[1]
  })
  return [...decided, ...inPlaces, ...byKey, ...unreached].map(sayOf)
}

test('menus, palette and shortcuts agree on every command, and with what resolve says [R1 capabilities from me]', () => {
  fc.assert(
    fc.property(states, (context) => {
      expect(disagreements(context, commands)).toEqual([])
    }),
  )
})

test('they also agree on every command for every record in every state [1.4 every action]', () => {
  const found = targetStates.flatMap((target) => {
    const own = commands.filter((command) => command.target === target.type)
    return [null, target].flatMap((pageRecord) => disagreements(makeContext({ targets: [target], pageRecord }).context, own))
  })
  expect(found).toEqual([])
})

test('hides commands without their capability', () => {
  fc.assert(
    fc.property(states, (context) => {
      const palette = activeCommands(commands, context)
      for (const command of commands)
        if (command.needs && !context.user.capabilities.includes(command.needs))
          expect(palette.map(({ command: { id } }) => id)).not.toContain(command.id)
    }),
  )
})

test('titles and reasons are well-formed for every record, and confirmations name it', () => {
  for (const command of commands) {
    expect(command.title(null)).not.toBe('')
    for (const target of targetStates.filter(({ type }) => type === command.target)) {
      const { context } = makeContext({ targets: [target] })
      expect(command.title(target)).not.toBe('')
      const availability = availabilityOf(command, context, target)
      if (availability.state === 'blocked') expect(availability.reason).toMatch(/^([A-Z]|[a-z.]+\.com ).*\.$/)
      const danger = command.danger?.(target, sampleArguments[command.id] ?? {})
      if (danger) for (const part of namedBy(target)) expect(`${danger.title} ${danger.body}`).toContain(part)
    }
  }
})

/** Texts that identify a record unambiguously. */
function namedBy({ type, record }: Target): string[] {
  if (type === 'qr') return [`#${record.id}`, record.uri, `#${record.user}`]
  if (type === 'webrisk') return [`#${record.qr ?? '–'}`, record.url]
  if (type === 'customers') return [`${record.ids.length} customers`]
  if (type === 'webrisks') return [`${record.ids.length} web-risk entries`]
  if (type === 'abuses') return [`${record.ids.length} abuse reports`]
  if (type === 'qrs') return [`${record.ids.length} QR codes`]
  if (type === 'user') return [`#${record.id}`, record.email]
  if (type === 'domain') return [record.domain]
  if (type === 'abuse') return [`#${record.id}`, record.url, record.email]
  if (type === 'domain-list') return []
  if (type === 'invoice') return [`#${record.id}`]
  return [`#${record.id}`, 'ana@cafesol.es']
}

test('every command that takes arguments has samples here', () => {
  expect(commands.flatMap(({ id, args }) => (args ? [id] : [])).toSorted()).toEqual(Object.keys(sampleArguments).toSorted())
})
