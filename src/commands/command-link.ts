import { readAnswers, type Typed } from './answers.ts'
import type { Command, Target } from './command.ts'
import { commandLinkStart } from './linkable.ts'

/** A command as a link names it: nothing of it is trusted before it was looked up, read by its steps and confirmed by a person. */
export interface CommandLink {
  command: string
  /** The record that it is to act on. */
  on: { type: string; id: number } | null
  /** What stands in its steps; of a picked record its number alone. */
  args: Typed
}

const longestLink = 4000
const argument = 'with-'

/**
 * A link is the address of a page with `#run=customer.extend-trial&on=customer.8812&with-days=7` behind it. The fragment stays in the
 * browser: no server or proxy logs it, no list takes it for a filter, and it is kept through signing in (ruling 4).
 * @returns the fragment, '#' included
 */
export function formatLink({ command, on, args }: CommandLink): string {
  const parts = [`run=${encode(command)}`]
  if (on) parts.push(`on=${encode(on.type)}.${on.id}`)
  for (const [name, text] of Object.entries(args)) parts.push(`${argument}${encode(name)}=${encode(text)}`)
  return `#${parts.join('&')}`
}

/** The link of a fragment; null where it is none, or is not written as one is. */
export function parseLink(hash: string): CommandLink | null {
  if (!hash.startsWith(commandLinkStart) || hash.length > longestLink) return null
  const args: Record<string, string> = {}
  const link: CommandLink = { command: '', on: null, args }
  for (const part of hash.slice(1).split('&')) {
    const [name = '', raw = '', more] = part.split('=')
    if (more !== undefined) return null
    const value = name === 'on' ? raw : decode(raw)
    if (value === null) return null
    if (name === 'run') link.command = value
    else if (name === 'on') {
      const [, type = '', id = ''] = /^([a-z-]{1,40})\.(\d{1,10})$/.exec(value) ?? []
      if (type === '') return null
      link.on = { type, id: Number(id) }
    } else {
      const step = name.startsWith(argument) ? decode(name.slice(argument.length)) : null
      if (step === null || step === '') return null
      Object.defineProperty(args, step, { value, enumerable: true, configurable: true, writable: true })
    }
  }
  return link.command === '' ? null : link
}

/**
 * Letters, digits, - and _ as they are, all else as `~2C`. Percent signs would be decoded by what reads the address first, and programs
 * that find links in messages stop at brackets and at a full stop in the end.
 */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
    .replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/\.(?=$)/, '%2E')
    .replaceAll('%', '~')
}

function decode(text: string): string | null {
  if (!/^[\w.~-]*$/.test(text)) return null
  try {
    return decodeURIComponent(text.replaceAll('~', '%'))
  } catch {
    // Not written by `encode`.
    return null
  }
}

/**
 * The path of the console that opens a command with what has been answered so far. What does not read well is left out, and so are
 * secrets and all of a picked record but its number.
 * @param location the path and search on screen: where the record is, unless it has a page of its own
 */
export function linkTo(command: Command, target: Target | null, typed: Typed, location: string): string {
  const args: Record<string, string> = {}
  for (const { step, typed: text, read } of readAnswers(command, target, typed).answers) {
    if (read.refusal !== null || step.isSecret) continue
    const kept = step.kind === 'record' ? step.pickedId?.(text)?.toString() : text
    if (kept !== undefined) args[step.name] = kept
  }
  const on = target && { type: target.type, id: target.record.id }
  return `${pageOf(target, location)}${formatLink({ command: command.id, on, args })}`
}

/** Where a record is to be found. */
function pageOf(target: Target | null, location: string): string {
  if (target?.type === 'customer') return `/customers/${target.record.id}`
  if (target?.type === 'user') return `/users/${target.record.id}`
  if (target?.type === 'payment') return `/customers/${target.record.userId}?tab=payments`
  if (target?.type === 'invoice') return `/invoices?invoiceId=${target.record.id}`
  if (target?.type === 'qr')
    return `/qrs?${new URLSearchParams({ searchTerm: target.record.uri, searchMode: 'uri', exactSearch: 'true' }).toString()}`
  return location.split('#')[0] ?? location
}
