import { isEmailShaped } from '../../../src/contract/fields.ts'
import type { Orm } from '../../db/connect.ts'
import { withDatabase } from '../../db/with-database.ts'
import { ApiError } from '../../http/errors.ts'
import { messageOf, print, runCommand } from '../../process/command-line.ts'
import { type Config, loadConfig } from '../../process/config.ts'
import { StartError } from '../../process/start-error.ts'
import { renewSecrets } from '../../product/outbox/endpoints.ts'
import { createStaff } from '../../resources/auth/accounts.ts'
import { passwordRule } from '../../resources/auth/passwords.ts'
import { replaceKey } from '../../resources/auth/same-key.ts'
import { enableByEmail, linkByEmail, unlockByEmail } from '../../resources/staff/command-line.ts'
import { askPassword } from './ask-password.ts'

const usage = `Usage: npm run staff -- create EMAIL
Creates a role 1 account. Asks for the password, or reads it from standard input.
       npm run staff -- unlock EMAIL
Unlocks an account locked by too many wrong passwords or codes.
       npm run staff -- enable EMAIL
Switches an account on again.
       npm run staff -- link EMAIL
Prints a link that signs in to the account once, within 15 minutes, without password, passkey or provider.
       npm run staff -- replace-key
Replaces a lost key with the current SECRET_KEY: everybody has to set up two-factor again, and webhooks get new signing secrets.`

/** A command's database work, which returns its message. Prompts come before. */
type Work = (orm: Orm, now: number) => Promise<string>

const commands: Readonly<Record<string, (email: string, config: Config) => Work | Promise<Work>>> = {
  async create(email, config) {
    const password = passwordRule(config).safeParse(await askPassword())
    if (!password.success) throw new StartError(password.error.issues[0]?.message ?? 'The password is not accepted.')
    const name = email.split('@')[0] ?? email
    return async (orm, now) => {
      await createStaff(orm, { name, email, password: password.data, rol: 1, now })
      return `${email} can sign in now, with role 1.`
    }
  },
  unlock: (email) => async (orm, now) => {
    await unlockByEmail(orm, email, now)
    return `${email} can sign in again.`
  },
  enable: (email) => async (orm, now) => {
    await enableByEmail(orm, email, now)
    return `${email} can sign in again.`
  },
  link:
    (email, { ownOrigin }) =>
    async (orm, now) =>
      `Open this link in a browser within 15 minutes. It works once:\n${ownOrigin}/login#link=${await linkByEmail(orm, email, now)}`,
}

const takeKey =
  (config: Config): Work =>
  (orm) =>
    orm.transaction(async (tx) => {
      const reset = await replaceKey(tx, config.secretKey)
      if (reset === null) return 'The database already uses this key: nothing was changed.'
      const webhooks = await renewSecrets(tx, config.secretKey)
      const replaced = `The key was replaced, and everybody was signed out. ${reset} ${reset === 1 ? 'account has' : 'accounts have'} to set up two-factor again.`
      if (webhooks.length === 0) return replaced
      const secrets = webhooks.map(({ url, secret }) => `${url} ${secret}`)
      return [replaced, 'Your webhooks have new signing secrets, shown only this once:', ...secrets].join('\n')
    })

async function main(): Promise<void> {
  const [name = '', email, ...rest] = process.argv.slice(2)
  const prepare = name === 'replace-key' && email === undefined ? takeKey : forAccount(name, email, rest)
  const config = loadConfig(process.env)
  const work = await prepare(config)
  print(await withDatabase(config, ({ orm }) => work(orm, Math.floor(Date.now() / 1000))))
}

/** @throws StartError unless the arguments are a valid command */
function forAccount(name: string, email: string | undefined, rest: readonly string[]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || email === undefined || rest.length > 0) throw new StartError(usage)
  if (!isEmailShaped(email)) throw new StartError(`${email} is not an e-mail address.`)
  return (config: Config) => command(email, config)
}

runCommand(main, (error) => (error instanceof ApiError ? error.message : messageOf(error)))
