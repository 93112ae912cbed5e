import { isEmailShaped } from '../../src/contract/fields.ts'
import { createStaff } from '../auth/accounts.ts'
import { passwordRule } from '../auth/passwords.ts'
import { replaceKey } from '../auth/same-key.ts'
import { loadConfig } from '../config.ts'
import { openDatabase } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { StartError } from '../db/start-error.ts'
import { ApiError } from '../http/errors.ts'
import { createLog } from '../log.ts'
import { askPassword } from './ask-password.ts'

const usage = `Usage: npm run staff -- create EMAIL
Makes a role 1 account. The password is asked for, or read from standard input.
       npm run staff -- replace-key
Takes the present SECRET_KEY in place of one that is lost: everybody sets up two-factor anew.`

async function main(): Promise<void> {
  process.umask(0o077)
  const [command, email, ...rest] = process.argv.slice(2)
  if (command === 'replace-key' && email === undefined) return takeKey()
  if (command !== 'create' || email === undefined || rest.length > 0) throw new StartError(usage)
  if (!isEmailShaped(email)) throw new StartError(`${email} is not an e-mail address.`)
  const config = loadConfig(process.env)
  const password = passwordRule(config).safeParse(await askPassword())
  if (!password.success) throw new StartError(password.error.issues[0]?.message ?? 'The password is not accepted.')

  const log = createLog('warn')
  const database = await openDatabase(config, log)
  try {
    await migrate(database, log)
    const name = email.split('@')[0] ?? email
    await createStaff(database.orm, { name, email, password: password.data, rol: 1, now: Math.floor(Date.now() / 1000) })
    process.stdout.write(`${email} can sign in now, with role 1.\n`)
  } finally {
    await database.close()
  }
}

async function takeKey(): Promise<void> {
  const config = loadConfig(process.env)
  const log = createLog('warn')
  const database = await openDatabase(config, log)
  try {
    await migrate(database, log)
    const reset = await replaceKey(database.orm, config.secretKey)
    process.stdout.write(
      reset === null
        ? 'The key is the one that the database is used with: nothing was changed.\n'
        : `The key was replaced, and everybody was signed out. ${reset} ${reset === 1 ? 'account sets' : 'accounts set'} up two-factor anew.\n`,
    )
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  const forPeople = error instanceof StartError || error instanceof ApiError
  process.stderr.write(`${forPeople ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exit(1)
})
