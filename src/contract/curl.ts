import { type ApiCall, type HttpHeaders, mask, urlOfCall } from './api-calls.ts'

/** One word of a POSIX shell that stands for exactly this text: nothing means anything between single quotes. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** What a person has to fill in themselves. */
const placeholder = 'REPLACE_ME'

/** What curl says itself, or what only the one connection was about. */
const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|te|trailer|upgrade|via|forwarded|x-forwarded-.*|x-real-ip)$/i
const headerName = /^[\w!#$%&'*+.^`|~-]+$/
const hostName = /^[\w.-]+(:\d+)?$/

/** The longest body that stands in the command: Linux takes 128 kB in one argument. */
const longestBody = 100_000

/**
 * A call as a command line for curl, to be pasted into any POSIX shell. It holds no credential: masked values are left to fill in.
 * A body that is too long, or that a terminal would take for key presses, is left to a file.
 */
export function curlOf(call: ApiCall): string {
  const { method, requestHeaders, requestBody } = call
  const body = bodyOption(requestBody)
  const words = ['curl', '--globoff', ...(method === 'GET' && body === null ? [] : ['--request', shellQuote(method)])]
  const lines = [
    `${words.join(' ')} ${shellQuote(`https://${hostOf(requestHeaders)}${plainUrl(urlOfCall(call))}`)}`,
    ...headerLines(requestHeaders).map((line) => `--header ${shellQuote(line)}`),
    ...(body === null ? [] : [body]),
  ]
  return lines.join(' \\\n  ')
}

function hostOf(headers: HttpHeaders): string {
  const [, host] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'host') ?? []
  return typeof host === 'string' && hostName.test(host) ? host : `${placeholder}.example`
}

function headerLines(headers: HttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    ownHeaders.test(name) || !headerName.test(name)
      ? []
      : [value].flat().map((one) => headerLine(name, one.replace(/\p{Cc}/gu, '').replaceAll(mask, placeholder))),
  )
}

/** A header without a value is written with a semicolon: with a colon curl takes it for one to leave out. */
const headerLine = (name: string, value: string) => (value.trim() === '' ? `${name};` : `${name}: ${value}`)

/** An address with everything that is no part of one written out, and starting where a path does. */
function plainUrl(url: string): string {
  const path = url.startsWith('/') ? url : `/${url}`
  return path.replaceAll(mask, placeholder).replace(/[\p{Cc}\s"#<>\\^`{|}]/gu, encodeURIComponent)
}

function bodyOption(body: string): string | null {
  if (body === '') return null
  if (body.length > longestBody || withoutControls(body) !== body) return '--data-binary @request-body'
  return `--data-raw ${shellQuote(body.replaceAll(mask, placeholder))}`
}

/** Without what a terminal acts on; tabs and line ends are text. */
const withoutControls = (text: string) => text.replace(/(?![\t\n])\p{Cc}/gu, '')
