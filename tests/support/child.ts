import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import { compiledFlags } from './compiled-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Child {
  process: ChildProcess
  /** All output so far. */
  output(): string
  errors(): string
  /** Resolves with the exit code or the terminating signal. */
  ended: Promise<number | NodeJS.Signals | null>
  /** Resolves with the output once it matches; rejects if the process ends first. */
  says(pattern: RegExp): Promise<string>
  /** Resolves once this is true, which is asked twenty times a second; rejects if the process ends first. */
  until(isSo: () => Promise<boolean>): Promise<void>
}

/**
 * Runs a program from `compiled-server.ts` in a child process until the test ends.
 * @param uid another user to run as, if the tests run as root
 */
export function startChild(program: string, args: string[] = [], env: Record<string, string> = {}, uid?: number): Child {
  return startNode([...compiledFlags, join(inject('compiledServer'), `${program}.js`), ...args], env, uid)
}

/** Runs Node in a child process until the test ends. Only PATH is inherited, so the developer's own environment has no effect. */
export function startNode(args: string[], env: Record<string, string>, uid?: number): Child {
  const child = spawn(process.execPath, args, { cwd: root, env: { PATH: process.env.PATH, ...env }, uid })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]) => code ?? signal ?? null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (pattern.test(output)) resolve(output)
      }
      child.stdout.on('data', look)
      void ended.then(() => reject(new Error(`It ended without saying ${pattern}: ${output}${errors}`)))
      look()
    })
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended too early: ${output}${errors}`)
      await pause(50)
    }
  }
  return { process: child, output: () => output, errors: () => errors, ended, says, until }
}
