import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import path from 'node:path'
import { compiledDirectory, compiledFlags } from '../../support/compiled-server.ts'
import { runDirectory } from './accounts.ts'

/** Where `serve.ts` puts the compiled server of this run. */
export const compiledServerDirectory = () => compiledDirectory(path.basename(runDirectory()))

/** Starts the product's compiled server. */
export function startCompiledServer(env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess {
  return spawn(process.execPath, [...compiledFlags, path.join(compiledServerDirectory(), 'server/main.js')], { stdio, env })
}
