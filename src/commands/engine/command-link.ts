import { readAnswers, type Typed } from './answers.ts'
import type { Command } from './command.ts'
import { commandLinkStart } from './linkable.ts'
import { pageOf } from './record-pages.ts'
import type { Target } from './targets.ts'

/**
 * A command named by a link. Untrusted: it is looked up, its arguments are read by the steps, and a person confirms.
 */
export interface CommandLink {
  command: string
  on: { type: string; id: number } | null
  /** Step arguments as text; a picked record is only its id. */
  args: Typed
}

const maxLinkLength = 4000
const argument = 'with-'

/**
 * A link is a page's URL plus a fragment such as `#run=customer.extend-trial&on=customer.8812&with-days=7`. A fragment
 * stays in the browser: it isn't logged, isn't a list filter, and survives signing in (ruling 4).
 * @returns the fragment with its '#'
 */
export function formatLink({ command, on, args }: CommandLink): string {
  const parts = [`run=${encode(command)}`]
  if (on) parts.push(`on=${encode(on.type)}.${on.id}`)
  for (const [name, text] of Object.entries(args)) parts.push(`${argument}${encode(name)}=${encode(text)}`)
  return `#${parts.join('&')}`
}

/** Parses a fragment; null if it isn't a valid command link. */
export function parseLink(hash: string): CommandLink | null {
  if (!hash.startsWith(commandLinkStart) || hash.length > maxLinkLength) return null
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
 * Keeps letters, digits, '-' and '_' and writes the rest as `~2C`: whoever reads the URL first would decode '%', and
 * chat programs end links at brackets and trailing dots.
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
 * The console path that opens a command with the valid answers so far, without secrets; picked records are reduced to
 * their id.
 * @param location path and search on screen, used for records without a page of their own
 */
export function linkTo(command: Command, target: Target | null, typed: Typed, location: string): string {
  const args: Record<string, string> = {}
  for (const { step, typed: text, read } of readAnswers(command, target, typed).answers) {
    if (read.refusal !== null) continue
    const kept = step.kind === 'record' ? step.pickedId?.(text)?.toString() : text
    if (kept !== undefined) args[step.name] = kept
  }
  const on = target && { type: target.type, id: target.record.id }
  const page = (target && pageOf(target)) ?? location.replace(/#.*$/, '')
  return `${page}${formatLink({ command: command.id, on, args })}`
}
