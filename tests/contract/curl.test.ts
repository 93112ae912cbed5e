import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ApiCall, invalidStatusCode, StatusCode, urlOfCall } from '../../src/contract/api-calls.ts'
import { curlOf, shellQuote } from '../../src/contract/curl.ts'

const call: ApiCall = {
  id: 1,
  owner: 8812,
  method: 'GET',
  path: '/v1/qrs',
  query: '',
  status: 200,
  statusCode: 200,
  createdAt: 1,
  responseTime: 12,
  requestHeaders: { host: 'api.quaydesk.example' },
  requestBody: '',
  responseHeaders: {},
  responseBody: '',
  previousId: null,
  nextId: null,
}

/** The words that a POSIX shell splits a command line into. */
function wordsOf(commandLine: string): string[] {
  const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${commandLine}`], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return printed.split('\0').slice(0, -1)
}

describe('status codes (document 2, section 5) [2.5 status code] [2.9 status codes]', () => {
  test.each([
    ['100', 100],
    ['599', 599],
    ['404', 404],
  ])('%s', (typed, code) => expect(StatusCode.parse(typed)).toBe(code))

  test.each(['99', '600', 'x', '', ' 200', '2e2', '0x64', '-200', '200.0', '1000', '٢٠٠'])('rejects %j', (typed) => {
    expect(StatusCode.safeParse(typed).error?.issues[0]?.message).toBe(invalidStatusCode)
  })
})

test.each([
  ['/v1/qrs', '', '/v1/qrs'],
  ['/v1/qrs', 'page=1', '/v1/qrs?page=1'],
  ['/v1/qrs', '?page=1', '/v1/qrs?page=1'],
  ['/v1/qrs', '?', '/v1/qrs'],
])('%s with query %j is %s [2.2 api call url]', (path, query, url) => expect(urlOfCall({ path, query })).toBe(url))

describe('shell quoting', () => {
  test.each([
    ['', "''"],
    ['plain', "'plain'"],
    ["it's", String.raw`'it'\''s'`],
    ['$(rm -rf /) `id` "x" \\ !! * ~', `'$(rm -rf /) \`id\` "x" \\ !! * ~'`],
  ])('%j', (text, quoted) => expect(shellQuote(text)).toBe(quoted))

  test('a POSIX shell reads back the same words', () => {
    const word = fc
      .oneof(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc
          .array(
            fc.constantFrom("'", '"', '\\', '$', '`', '(', ')', ';', '&', '|', '\n', '\t', ' ', '*', '?', '~', '#', '!', '-', '=', 'é'),
          )
          .map((signs) => signs.join('')),
      )
      .filter((text) => !text.includes('\0'))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        expect(wordsOf(words.map(shellQuote).join(' '))).toEqual(words)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a call as a command line', () => {
  test('is a single quoted URL for a plain GET', () => {
    expect(curlOf({ ...call, query: 'page=1&perPage=50' })).toBe("curl --globoff 'https://api.quaydesk.example/v1/qrs?page=1&perPage=50'")
  })

  test('has headers and body, but no credentials and no connection-specific headers', () => {
    const line = curlOf({
      ...call,
      method: 'POST',
      path: '/v1/reset/***',
      query: 'api_key=***',
      requestHeaders: {
        Host: 'api.quaydesk.example:8443',
        authorization: '***',
        cookie: ['***', '***'],
        'content-type': 'application/json',
        'Content-Length': '17',
        'x-forwarded-for': '192.0.2.7',
        'accept-encoding': 'gzip',
        'x-note': "it's\r\nx-evil: 1",
        'bad name': 'x',
        '@file': 'x',
      },
      requestBody: `{"name":"Ana's"}`,
    })
    expect(wordsOf(line)).toEqual([
      'curl',
      '--globoff',
      '--request',
      'POST',
      'https://api.quaydesk.example:8443/v1/reset/REPLACE_ME?api_key=REPLACE_ME',
      '--header',
      'authorization: REPLACE_ME',
      '--header',
      'cookie: REPLACE_ME',
      '--header',
      'cookie: REPLACE_ME',
      '--header',
      'content-type: application/json',
      '--header',
      "x-note: it'sx-evil: 1",
      '--data-raw',
      `{"name":"Ana's"}`,
    ])
  })

  test('escapes # in path and query', () => {
    expect(wordsOf(curlOf({ ...call, path: '/v1/a#b', query: 'c=#d' }))).toContain('https://api.quaydesk.example/v1/a%23b?c=%23d')
  })

  test.each(['', ' ', '\r\n'])('sends a header whose value is %j instead of dropping it', (value) => {
    const words = wordsOf(curlOf({ ...call, requestHeaders: { ...call.requestHeaders, 'x-empty': value } }))
    expect(words.slice(-2)).toEqual(['--header', 'x-empty;'])
  })

  test('replaces masked body values with placeholders', () => {
    const words = wordsOf(curlOf({ ...call, method: 'POST', requestBody: '{"password":"***","pin":"***"}' }))
    expect(words.at(-1)).toBe('{"password":"REPLACE_ME","pin":"REPLACE_ME"}')
  })

  test.each([
    ['no host', {}, 'https://REPLACE_ME.example/v1/qrs'],
    ['a host that is none', { host: "x' $(id)" }, 'https://REPLACE_ME.example/v1/qrs'],
    ['two hosts', { host: ['a', 'b'] }, 'https://REPLACE_ME.example/v1/qrs'],
  ])('%s', (_what, requestHeaders, url) => expect(wordsOf(curlOf({ ...call, requestHeaders }))).toContain(url))

  test.each([
    ['long', 'x'.repeat(100_001)],
    ['of escape sequences', 'a\u001B[2Jb'],
    ['of a carriage return', 'a\rb'],
  ])('takes the body from a file: %s', (_what, requestBody) => {
    expect(wordsOf(curlOf({ ...call, method: 'PUT', requestBody })).slice(-2)).toEqual(['--data-binary', '@request-body'])
  })

  test('is a single curl command with intact words for any logged call', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((given) => !given.includes('\0'))
    const headers = fc.dictionary(text, text)
    fc.assert(
      fc.property(text, text, headers, text, (path, query, requestHeaders, requestBody) => {
        const words = wordsOf(curlOf({ ...call, path, query, requestHeaders: { ...requestHeaders, host: 'a.example' }, requestBody }))
        expect(words.slice(0, 2)).toEqual(['curl', '--globoff'])
        expect(words.filter((word) => word.startsWith('https://a.example/'))).toHaveLength(1)
        const at = words.indexOf('--data-raw')
        if (at >= 0) expect(words[at + 1]).toBe(requestBody.replaceAll('***', 'REPLACE_ME'))
      }),
      { numRuns: 60 },
    )
  })
})
