import { z } from 'zod'
import { domainStatuses } from '../customer-domains.ts'
import { storedHost } from '../domains.ts'
import { Count, CountryCode, EmailAddress, ExternalId, Flag, Instant, maybe, otherwise, presentText, state, text } from './fields.ts'

/**
 * A customer. Plan, subscription and payments are Stripe's to tell, notes and discounts ours; neither is taken from here.
 * An `externalId` that is a positive whole number is the customer's number in the console.
 */
export const IngestedCustomer = z.strictObject({
  ...state,
  createdAt: Instant,
  email: EmailAddress,
  firstName: otherwise(text(200), ''),
  lastName: otherwise(text(200), ''),
  companyName: maybe(text(200)),
  country: maybe(CountryCode),
  lastLogin: maybe(Instant),
  lastIp: maybe(text(60)),
  accountCreatedWithIp: maybe(text(60)),
  accountCreatedFrom: maybe(text(200)),
  gclid: maybe(text(500)),
  signupSource: maybe(text(200)),
  linkedinId: maybe(text(200)),
  facebookId: maybe(text(200)),
  googleId: maybe(text(200)),
  /** The customer who referred this one, by the product's id. */
  referredBy: maybe(ExternalId),
  /** When the account was deleted; null while it is not. */
  deletedAt: maybe(Instant),
  banned: otherwise(Flag, false),
  /** Whether their QR codes are archived. */
  archived: otherwise(Flag, false),
  whitelisted: otherwise(Flag, false),
  is2faEnabled: otherwise(Flag, false),
  pushNotificationsEnabled: otherwise(Flag, false),
  trialExpiredNotified: otherwise(Flag, false),
  legacyFlag: otherwise(Flag, false),
  bulkLimit: maybe(Count),
  qrLimit: maybe(Count),
  domainsLimit: maybe(Count),
  allowSepa: maybe(Flag),
  /** Whether staff may log in as them. */
  supportAccess: otherwise(Flag, true),
  /** Their id at Stripe (`cus_…`), by which payments find them. Left out, the known one stays. */
  stripeCustomerId: maybe(text(100).describe('text of at most 100 characters; left out, the known one stays')),
  browser: maybe(text(200)),
  browserVersion: maybe(text(100)),
  os: maybe(text(200)),
  osVersion: maybe(text(100)),
  deviceModel: maybe(text(200)),
})

/** A customer's own hostname. */
export const IngestedDomain = z.strictObject({
  ...state,
  customer: ExternalId,
  hostname: presentText(253).transform(storedHost).describe('a host name of at most 253 characters, in letters or punycode'),
  status: z.enum(domainStatuses, `Must be one of ${domainStatuses.join(', ')}.`),
  /** What became of its certificate: issued, pending, failed, expired … */
  certificate: text(60),
  createdAt: Instant,
  main: otherwise(Flag, false),
})

/** Somebody a customer invited into their account. */
export const IngestedInvitation = z.strictObject({
  ...state,
  /** Who invited. */
  customer: ExternalId,
  /** The invited person's own account, once they have one. */
  account: maybe(ExternalId),
  email: EmailAddress,
  /** 1 admin, 2 extended collaborator, 3 collaborator. */
  role: z.union([z.literal(1), z.literal(2), z.literal(3)], 'Must be 1, 2 or 3.'),
  accepted: otherwise(Flag, false),
  registrationComplete: otherwise(Flag, false),
  createdAt: Instant,
  lastLogin: maybe(Instant),
})
