import { type ApiCall, type HttpHeaders, mask, urlOfCall } from './api-calls.ts'

/** Quotes text for a POSIX shell: nothing is special inside single quotes. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Stands for what a person has to fill in. */
const placeholder = 'REPLACE_ME'

/** Headers that curl sets itself or that only concern the original connection. */
const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|te|trailer|upgrade|via|forwarded|x-forwarded-.*|x-real-ip)$/i
const headerName = /^[\w!#$%&'*+.^`|~-]+$/
const hostName = /^[\w.-]+(:\d+)?$/

/** Longest body put in the command: Linux allows 128 kB per argument. */
const maxBodyLength = 100_000

/**
 * A call as a curl command for any POSIX shell. Credentials stay masked, for the person to fill in. A body that is too
 * long or has control characters is read from a file instead.
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

/** An empty header needs a semicolon: with a colon curl would drop the header. */
const headerLine = (name: string, value: string) => (value.trim() === '' ? `${name};` : `${name}: ${value}`)

/** A URL with everything illegal escaped, starting with a slash. */
function plainUrl(url: string): string {
  const path = url.startsWith('/') ? url : `/${url}`
  return path.replaceAll(mask, placeholder).replace(/[\p{Cc}\s"#<>\\^`{|}]/gu, encodeURIComponent)
}

function bodyOption(body: string): string | null {
  if (body === '') return null
  if (body.length > maxBodyLength || withoutControls(body) !== body) return '--data-binary @request-body'
  return `--data-raw ${shellQuote(body.replaceAll(mask, placeholder))}`
}

/** Drops characters that a terminal would act on; tabs and line feeds are text. */
const withoutControls = (text: string) => text.replace(/(?![\t\n])\p{Cc}/gu, '')
