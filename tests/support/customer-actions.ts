import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach } from 'vitest'
import { coupons, customers, subscriptionChanges } from '../../server/db/schema/customers.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import * as rules from '../../src/contract/customer-rules.ts'
import type { Engine } from './database.ts'
import { useServer } from './server.ts'

interface Action {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  rule: (customer: rules.CustomerFacts) => rules.Refusal
  /** The action in the audit row. */
  audited: string
  /** Sets a state: if it is already set, the answer is 200 and nothing changes (ruling 53). */
  states?: true
}

const patch = (path: string, rule: Action['rule'], audited: string, body: object = {}): Action => ({
  method: 'PATCH',
  path,
  body,
  rule,
  audited,
})

const state = (...action: Parameters<typeof patch>): Action => ({ ...patch(...action), states: true })
/** Every customer action decided by a rule. */
export const actions: Record<string, Action> = {
  'cancel at period end': patch('cancel-subscription', rules.whyNotCancelAtPeriodEnd, 'customer.cancel-at-period-end'),
  'cancel immediately': patch('cancel-immediately', rules.whyNotCancelImmediately, 'customer.cancel-immediately'),
  resume: patch('resume-subscription', rules.whyNotResume, 'customer.resume'),
  restore: state('restore', rules.whyNotRestore, 'customer.restore'),
  'extend trial': {
    method: 'POST',
    path: 'trial/extend',
    body: { days: 7 },
    rule: rules.whyNotExtendTrial,
    audited: 'customer.extend-trial',
  },
  ban: state('ban', rules.whyNotBan, 'customer.ban', { banned: true }),
  unban: state('ban', rules.whyNotUnban, 'customer.unban', { banned: false }),
  whitelist: state('', rules.whyNotWhitelist, 'customer.whitelist', { whitelisted: true }),
  unwhitelist: state('', rules.whyNotUnwhitelist, 'customer.unwhitelist', { whitelisted: false }),
  'disable 2FA': state('2fa/disable', rules.whyNotDisable2fa, 'customer.disable-2fa'),
  ...Object.fromEntries(
    rules.oauthProviders.map((provider) => [
      `reset OAuth ${provider}`,
      state(`reset-oauth/${provider}`, (customer) => rules.whyNotResetOauth(customer, provider), 'customer.reset-oauth'),
    ]),
  ),
  'attach discount': {
    method: 'POST',
    path: 'discount',
    body: { discount: 20 },
    rule: (customer) => rules.whyNotAttachDiscount(customer, 20),
    audited: 'customer.attach-discount',
  },
  'detach discount': patch('detach-discount', rules.whyNotDetachDiscount, 'customer.detach-discount'),
  sync: { method: 'POST', path: 'stripe/sync', body: {}, rule: rules.whyNotSync, audited: 'customer.sync' },
  'unarchive QRs': state('unarchive-qrs', rules.whyNotUnarchive, 'customer.unarchive-qrs'),
  'app login': { method: 'GET', path: 'app-login', rule: rules.whyNotAppLogin, audited: 'customer.app-login' },
  'delete note': { method: 'DELETE', path: 'note', rule: rules.whyNotDeleteNote, audited: 'note.delete' },
}

/** A server and a browser of role 2; each test starts without customers. Call it in a `describe`. */
export function useCustomerActions(engine: Engine) {
  const { database, server, browser } = useServer(engine, { rol: 2 })

  beforeAll(async () => {
    await database.current.orm.insert(coupons).values({ name: 'Twenty', percentOff: 20 })
  })
  beforeEach(async () => {
    for (const table of [auditLog, customers]) await database.current.orm.delete(table)
  })

  const send = (id: number, { method, path, body }: Pick<Action, 'method' | 'path' | 'body'>) => {
    const url = `/customers/${id}${path === '' ? '' : `/${path}`}`
    return method === 'GET' ? browser.get(url) : browser.send(method, url, body)
  }
  const run = (name: keyof typeof actions, id = 1) => {
    const action = actions[name]
    if (!action) throw new Error(`no action ${name}`)
    return send(id, action)
  }
  const stored = async (id = 1) => (await database.current.orm.select().from(customers).where(eq(customers.id, id)))[0]
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const changes = () => database.current.orm.select().from(subscriptionChanges).orderBy(asc(subscriptionChanges.id))

  return {
    database,
    server,
    browser,
    send,
    run,
    stored,
    audited,
    changes,
  }
}
