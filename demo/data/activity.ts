import { appSessions, customerDomains, emailActivity, events, invitations } from '../../server/db/schema/customer-records.ts'
import { type ActiveCustomer, between } from './active-customer.ts'
import type { Load } from './load.ts'
import { demoIp } from './people.ts'
import { Random } from './random.ts'
import { addWords } from './words.ts'

const day = 86_400

const eventNames = [
  'login',
  'logout',
  'qr_created',
  'qr_updated',
  'qr_downloaded',
  'qr_deleted',
  'plan_viewed',
  'checkout_started',
  'payment_method_updated',
  'password_changed',
  'folder_created',
  'export_csv',
  'api_key_created',
  'invitation_sent',
  'profile_updated',
] as const
const mailEvents = [
  'requests',
  'delivered',
  'opened',
  'clicks',
  'unsubscribed',
  'bounces',
  'hardBounces',
  'softBounces',
  'spam',
  'invalid',
  'blocked',
  'error',
] as const
const mailSubjects = [
  ['Welcome to your QR codes', 'welcome'],
  ['Confirm your e-mail address', 'confirm'],
  ['Your trial ends in 2 days', 'trial'],
  ['Your invoice', 'invoice'],
  ['Payment failed – please check your card', 'dunning'],
  ['Your codes were scanned 1.000 times', 'milestone'],
  ['Your weekly report', 'report'],
  ['You have been invited', 'invitation'],
  ['¡Tu prueba termina hoy! 🎉', null],
] as const
const domainStatuses = ['active', 'blocked', 'deleted', 'moved', 'pending'] as const
const certificates = ['issued', 'pending', 'failed', 'expired'] as const

/** Adds a customer's notes, invitations, domains, events, e-mails and sessions. */
export async function addActivity(
  load: Load,
  customer: ActiveCustomer,
  colleagues: readonly { id: number; email: string }[],
): Promise<void> {
  const random = new Random('activity', customer.id)
  await addWords(load, customer, random)
  await addInvitations(load, customer, random, colleagues)
  await addDomains(load, customer, random)
  if (customer.rich || random.chance(load.density)) {
    await addEvents(load, customer, random)
    await addMails(load, customer, random)
  }
}

async function addInvitations(
  load: Load,
  customer: ActiveCustomer,
  random: Random,
  colleagues: readonly { id: number; email: string }[],
): Promise<void> {
  const count = customer.rich ? (customer.id === 1 ? 6 : 0) : random.chance(customer.paid ? 0.05 : 0) ? random.int(1, 4) : 0
  for (let i = 0; i < count; i++) {
    // The first customer has every role in both states.
    const accepted = customer.rich ? i % 2 === 0 : random.chance(0.7)
    const account = accepted && colleagues.length > 0 ? random.pick(colleagues) : null
    const createdAt = between(random, customer.createdAt, load.now)
    await load.bulk.add(invitations, {
      ownerId: customer.id,
      userId: account?.id ?? null,
      email: account?.email ?? `${random.pick(['team', 'marketing', 'print', 'agency', 'barra'])}${i}@${customer.host}.com`,
      role: customer.rich ? (i % 3) + 1 : random.int(1, 3),
      status: accepted ? 1 : 0,
      createdAt,
      lastLogin: accepted && random.chance(0.8) ? between(random, createdAt, load.now) : null,
      registrationComplete: accepted ? 1 : 0,
    })
  }
}

async function addDomains(load: Load, customer: ActiveCustomer, random: Random): Promise<void> {
  const first = customer.id === 1
  const count = first ? domainStatuses.length : random.chance(customer.paid ? 0.06 : 0.002) ? random.int(1, 3) : 0
  for (let i = 0; i < count; i++) {
    const status = first
      ? (domainStatuses[i] ?? 'active')
      : random.weighted([
          ['active', 60],
          ['pending', 18],
          ['blocked', 5],
          ['deleted', 10],
          ['moved', 7],
        ] as const)
    await load.bulk.add(customerDomains, {
      userId: customer.id,
      hostname: `${['qr', 'go', 'menu', 'xn--cdigo-0ta', 'link'][i % 5]}.${customer.host}`,
      status,
      certificate: status === 'active' ? 'issued' : random.pick(certificates),
      createdAt: between(random, customer.createdAt, load.now),
      main: i === 0 && status === 'active',
    })
  }
}

async function addEvents(load: Load, customer: ActiveCustomer, random: Random): Promise<void> {
  const { bulk, now } = load
  const count = customer.id === 1 ? 60 : customer.paid ? random.int(2, 8) : random.int(1, 3)
  await bulk.add(events, { event: 'sign_up', userId: customer.id, ip: demoIp(random), date: customer.createdAt })
  for (let i = 0; i < count; i++) {
    await bulk.add(events, {
      event: random.pick(eventNames),
      userId: customer.id,
      ip: random.chance(0.98) ? demoIp(random) : null,
      date: between(random, customer.createdAt, customer.lastLogin ?? now),
    })
  }
  if (customer.lastLogin !== null && customer.lastLogin > now - 30 * day) {
    await bulk.add(appSessions, {
      userId: customer.id,
      createdAt: customer.lastLogin,
      endedAt: random.chance(0.5) ? Math.min(now, customer.lastLogin + 1800) : null,
    })
  }
}

async function addMails(load: Load, customer: ActiveCustomer, random: Random): Promise<void> {
  const count = customer.id === 1 ? 40 : random.int(1, customer.paid ? 6 : 3)
  // Mostly recent, because the page shows at most 90 days.
  const since = Math.max(customer.createdAt, load.now - 100 * day)
  for (let i = 0; i < count; i++) {
    const [subject, tag] = random.pick(mailSubjects)
    const event =
      customer.id === 1 && i < mailEvents.length
        ? (mailEvents[i] ?? 'opened')
        : random.weighted([
            ['delivered', 40],
            ['opened', 25],
            ['clicks', 12],
            ['requests', 12],
            ['unsubscribed', 2],
            ['bounces', 2],
            ['hardBounces', 2],
            ['softBounces', 2],
            ['spam', 1],
            ['invalid', 1],
            ['blocked', 1],
            ['error', 1],
          ] as const)
    await load.bulk.add(emailActivity, {
      userId: customer.id,
      event,
      subject,
      tag,
      email: customer.email,
      date: between(random, since, load.now),
    })
  }
}
