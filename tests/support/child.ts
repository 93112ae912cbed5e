import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Child {
  process: ChildProcess
  /** All that it has written so far. */
  output(): string
  errors(): string
  /** Resolves with its exit code, or with the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  /** Resolves with the output once it matches; rejects when the process ends before. */
  says(pattern: RegExp): Promise<string>
}

/**
 * Runs a TypeScript file in a process of its own, for as long as the test lasts. Of the environment it gets PATH alone, so
 * that settings of the person who runs the tests mean nothing.
 * @param uid another user to run as, where the tests run as root
 */
export function startChild(file: string, args: string[] = [], env: Record<string, string> = {}, uid?: number): Child {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    uid,
  })
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
  return { process: child, output: () => output, errors: () => errors, ended, says }
}
