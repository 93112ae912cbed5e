import { randomBytes } from 'node:crypto'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { ApiFailure } from '../../src/api/client.ts'
import type { Command } from '../../src/commands/engine/command.ts'
import type { CommandContext } from '../../src/commands/engine/context.ts'
import { availabilityOf } from '../../src/commands/engine/resolve.ts'
import type { Arguments, Step } from '../../src/commands/engine/steps.ts'
import type { Target, TargetType } from '../../src/commands/engine/targets.ts'
import { commands } from '../../src/commands/registry.ts'
import type { CurrentUser } from '../../src/contract/auth.ts'
import type { Method } from '../../src/contract/endpoint.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import type { TestDatabase } from '../support/database.ts'
import { type Browser, signIn, type TestStaff } from '../support/sign-in.ts'

/** Input for each step that asks for text, by the step's name. */
const typed: Record<string, string> = { days: '7', amount: '10', text: 'Called back.' }

interface Records {
  type: TargetType
  /** Further arguments of commands, by command id. */
  given?: Record<string, Arguments>
  /** Commands that the server decides by facts unknown to the console, with the reason. */
  apart?: Record<string, string>
  /** Refusals of the console that the server accepts as already done (ruling 53). */
  harmless?: RegExp
  /** Creates fresh records for one command, one in each state. */
  make: () => Promise<readonly Target[]>
}

/** A signed-in member of staff and a comparison of what the console and the server say of each command. */
export function comparison(database: TestDatabase) {
  const staff = {} as { server: TestApp; browser: Browser & { staff: TestStaff } }
  let viewer: CurrentUser
  let seen: string[] = []

  const startSession = async () => {
    staff.browser = await signIn(staff.server, { rol: 1 })
    viewer = (await staff.browser.get('/auth/me')).json<CurrentUser>()
  }
  beforeAll(async () => {
    staff.server = await buildTestApp(database.current)
    await startSession()
    // The console's own calls, routed into the server.
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit & { method?: Method }) => {
      seen.push(`${method} ${url}`)
      const reply = await staff.browser.inject({
        method,
        url,
        ...(typeof body === 'string' ? { payload: body, headers: headers as Record<string, string> } : {}),
      })
      return new Response(reply.body, { status: reply.statusCode })
    })
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await staff.server.app.close()
  })

  const contextOf = (target: Target): CommandContext => ({
    user: viewer,
    queryClient: new QueryClient(),
    forecast: null,
    onDemand: [],
    navigate: () => {},
    openInNewTab: () => {},
    openTab: () => ({ go: () => {}, close: () => {} }),
    copy: () => Promise.resolve(),
    location: '/',
    origin: 'https://console.example',
    ui: new Proxy({} as CommandContext['ui'], { get: () => () => Promise.resolve(true) }),
    list: null,
    targets: [target],
    pageRecord: target,
    walk: null,
  })

  /** The console's verdict on a command: null if it may run, else the reason; undefined if the command is not offered. */
  const consoleSays = (command: Command, target: Target, refusal: string | null = null) => {
    const availability = availabilityOf(command, contextOf(target), target)
    if (availability.state === 'hidden') return undefined
    // The choice's own reason is the more specific one.
    return availability.state === 'blocked' ? (refusal ?? availability.reason) : refusal
  }

  /** The server's answer if the command runs anyway; undefined if it makes no request. */
  async function serverSays(command: Command, target: Target, args: Arguments): Promise<string | null | undefined> {
    seen = []
    try {
      await command.run(contextOf(target), target, args, randomBytes(16).toString('hex'))
    } catch (error) {
      if (seen.length === 0) return undefined
      if (!(error instanceof ApiFailure)) throw error
      // The rule's message comes before any other error.
      return error.status === 409 || error.status === 422 ? error.message : `${error.status} ${error.message}`
    }
    return seen.length === 0 ? undefined : null
  }

  /** Every way to answer a command's steps, each with the reason that its choice shows for being unavailable. */
  function answersTo({ args = [] }: Command, target: Target, all: readonly Target[]): { args: Arguments; refusal: string | null }[] {
    const choice = args.find(({ kind, options }) => kind === 'choice' && options)
    // A choice that this record refuses is read on a record that allows it, so that the server is asked anyway.
    const read = (step: Step, text: string) =>
      [target, ...all].map(({ record }) => step.read(text, record as never).value).find((value) => value !== null)
    return (choice?.options?.(target.record as never) ?? [null]).map((option) => {
      const given: Arguments = {}
      for (const step of args.filter(({ isWanted }) => isWanted?.(given) ?? true)) {
        const text = option && step === choice ? option.value : typed[step.name]
        if (text !== undefined) given[step.name] = read(step, text)
      }
      return { args: given, refusal: option?.refusal ?? null }
    })
  }

  /** Runs every command on a fresh record in each state and compares. Returns the commands that made requests. */
  async function compare({ type, given = {}, apart = {}, harmless, make }: Records) {
    const ruled = new Set<string>()
    const odd: string[] = []
    // Only a request can change the records, so they are reused until one is made.
    let unused: readonly Target[] | null = null
    for (const command of commands.filter((each) => each.target === type && apart[each.id] === undefined)) {
      let targets: readonly Target[] = unused ?? (await make())
      unused = targets
      const [first] = targets
      const ways = first ? answersTo(command, first, targets).length : 0
      for (let way = 0; way < ways; way++) {
        if (way > 0 && unused === null) targets = await make()
        for (const target of targets) {
          const answer = answersTo(command, target, targets)[way]
          const args = { ...answer?.args, ...given[command.id] }
          const known = consoleSays(command, target, answer?.refusal)
          if (known === undefined) continue
          const server = await serverSays(command, target, args)
          if (server === undefined) continue
          ruled.add(command.id)
          unused = null
          if (server !== known && !(server === null && harmless?.test(known ?? '')))
            odd.push(`${command.id} ${JSON.stringify(args)}: console ${known}, server ${server}, on ${JSON.stringify(target.record)}`)
        }
      }
    }
    expect(odd).toEqual([])
    return [...ruled]
  }

  let lastId = 100
  const nextIds = (count: number) => Array.from({ length: count }, () => ++lastId)

  return Object.assign(staff, { startSession, compare, nextIds })
}
