import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

/** What people read of an error: the whole report of a StartError, the stack of a bug. */
export function messageOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Runs a command. Files that it writes are its owner's; an error is printed and ends the process with 1. */
export function runCommand(main: () => Promise<void>, describe = messageOf): void {
  process.umask(0o077)
  main().catch((error: unknown) => {
    process.stderr.write(`${describe(error)}\n`)
    process.exitCode = 1
  })
}

/**
 * The command's arguments.
 * @throws StartError with the usage if there are others
 */
export function readArguments<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
