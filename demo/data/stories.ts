import type { PaymentMethod } from './charges.ts'
import type { Ending } from './endings.ts'
import { knownCustomers } from './known.ts'
import { hostileTexts, unbrokenText } from './texts.ts'

/** A customer with a fixed story; everything omitted is drawn. */
export interface Story {
  id: number
  email: string
  name: [first: string, last: string, company: string | null]
  country: string | null
  /** Days between sign-up and the fill. */
  days: number
  ending: Ending
  periods?: number
  months?: 1 | 12
  planId?: 1 | 2
  trialDays?: number
  discount?: number
  currency?: string
  method?: PaymentMethod
  card?: { last4: string; brand: string; month: number; yearsAhead: number }
  /** Null: no billing data. */
  billingCountry?: string | null
  qrs?: number
  folders?: number
  apiCalls?: number
  note?: string
  flags?: { banned?: boolean; deleted?: boolean; archived?: 1; whitelisted?: boolean; legacyFlag?: boolean; is2faEnabled?: boolean }
  /** Where fraud or dispute is recorded. */
  flaggedOn?: 'customer' | 'payment'
  /** Extra payments. */
  extra?: 'every' | 'kwd' | 'dispute' | 'refunds'
  empty?: boolean
}

type StoryFacts = Omit<Story, 'id' | 'email'>

const anaNote = [
  'Runs three cafés in Sevilla; the codes stand on every table, so a blocked code is noticed within minutes.',
  'Pays on time. Asked twice for invoices with the new address (billing data updated).',
  'Referred a dozen colleagues: be generous with discounts.',
  'May speak for the association of cafés in the autumn and wants a presentation by then.',
].join('\n')
const longNote = Array.from(
  { length: 60 },
  (_, i) => `${i + 1}. ${hostileTexts[i % hostileTexts.length]} – read aloud on the phone, noted as heard.`,
).join('\n')

const facts: Record<keyof typeof knownCustomers, StoryFacts> = {
  ana: {
    name: ['Ana', 'Ruiz', 'Café Sol'],
    country: 'es',
    days: 812,
    ending: 'active',
    planId: 2,
    months: 1,
    trialDays: 7,
    method: 'card',
    card: { last4: '4242', brand: 'visa', month: 8, yearsAhead: 3 },
    extra: 'refunds',
    qrs: 200,
    folders: 12,
    apiCalls: 60,
    note: anaNote,
    flags: { is2faEnabled: true },
  },
  trialing: { name: ['Lukas', 'Weber', 'Hafenkontor GmbH'], country: 'de', days: 4, ending: 'trialing', trialDays: 14, qrs: 2 },
  pastDue: { name: ['Olivia', 'Hughes', 'Green Fern'], country: 'gb', days: 190, ending: 'pastDue', months: 1, method: 'card', qrs: 9 },
  canceledByUnpaid: { name: ['Camille', 'Moreau', null], country: 'fr', days: 300, ending: 'unpaid', periods: 5, months: 1, qrs: 4 },
  canceledByUser: {
    name: ['Giulia', 'Conti', 'Vinoteca Conti'],
    country: 'it',
    days: 420,
    ending: 'canceledByUser',
    periods: 8,
    months: 1,
    qrs: 6,
  },
  canceledByDispute: {
    name: ['Tiago', 'Santos', 'Mar e Viva, Lda.'],
    country: 'pt',
    days: 200,
    ending: 'canceledByDispute',
    periods: 3,
    months: 1,
    flaggedOn: 'customer',
    qrs: 3,
  },
  canceledByPaymentDispute: {
    name: ['Jordan', 'Miller', 'QuickPrint'],
    country: 'us',
    days: 220,
    ending: 'canceledByDispute',
    periods: 4,
    months: 1,
    flaggedOn: 'payment',
    qrs: 3,
  },
  canceledByEarlyFraud: {
    name: ['Sanne', 'Bakker', 'Tulpenhof B.V.'],
    country: 'nl',
    days: 90,
    ending: 'canceledByEarlyFraud',
    periods: 1,
    months: 1,
    trialDays: 0,
    flaggedOn: 'customer',
    qrs: 1,
  },
  canceledByPaymentEarlyFraud: {
    name: ['Piotr', 'Nowak', null],
    country: 'pl',
    days: 70,
    ending: 'canceledByEarlyFraud',
    periods: 1,
    months: 1,
    trialDays: 0,
    flaggedOn: 'payment',
    qrs: 1,
  },
  willCancel: { name: ['Johanna', 'Gruber', 'Almhütte Gruber'], country: 'at', days: 260, ending: 'willCancel', months: 12, qrs: 11 },
  activeCanceled: {
    name: ['Lotte', 'Peeters', 'Chocolaterie Peeters'],
    country: 'be',
    days: 330,
    ending: 'cancelAtPeriodEnd',
    months: 1,
    method: 'bancontact',
    qrs: 5,
  },
  requiresAction: { name: ['Elin', 'Lindqvist', null], country: 'se', days: 64, ending: 'requiresAction', months: 1, qrs: 2 },
  rawRequiresAction: { name: ['Mads', 'Jensen', 'Havneby Kro'], country: 'dk', days: 1, ending: 'statusRequiresAction', qrs: 1 },
  incomplete: { name: ['Tereza', 'Nováková', null], country: 'cz', days: 0, ending: 'incomplete', qrs: 0 },
  incompleteExpired: { name: ['Andrei', 'Popescu', 'Carpați SRL'], country: 'ro', days: 35, ending: 'incompleteExpired', qrs: 1 },
  canceledByStaff: { name: ['Zsófia', 'Nagy', null], country: 'hu', days: 400, ending: 'canceledByStaff', periods: 4, months: 1, qrs: 4 },
  trialEnded: { name: ['Νίκος', 'Παπαδόπουλος', 'Θάλασσα'], country: 'gr', days: 40, ending: 'trialEnded', trialDays: 7, qrs: 3 },
  softDeleted: { name: ['Иван', 'Петров', null], country: 'bg', days: 500, ending: 'softDeleted', periods: 6, months: 1, qrs: 4 },
  inactive: { name: ['Ivana', 'Horvat', 'Adriatica d.o.o.'], country: 'hr', days: 610, ending: 'inactive', qrs: 2 },
  noPlan: { name: ['Someone', 'Else', null], country: null, days: 150, ending: 'none', billingCountry: null, qrs: 1 },
  banned: {
    name: ['Jonas', 'Kazlauskas', 'Spamhaus UAB'],
    country: 'lt',
    days: 120,
    ending: 'active',
    months: 1,
    flags: { banned: true },
    qrs: 25,
  },
  statusBanned: { name: ['Līga', 'Bērziņa', null], country: 'lv', days: 210, ending: 'statusBanned', flags: { banned: true }, qrs: 1 },
  deleted: {
    name: ['Kristjan', 'Tamm', null],
    country: 'ee',
    days: 800,
    ending: 'canceledByUser',
    periods: 2,
    months: 12,
    flags: { deleted: true },
    qrs: 2,
  },
  deletedAndBanned: {
    name: ['Marc', 'Weber', 'Lux Promo S.à r.l.'],
    country: 'lu',
    days: 380,
    ending: 'canceledByStaff',
    periods: 2,
    months: 1,
    flags: { deleted: true, banned: true },
    qrs: 8,
  },
  firstPaymentPending: {
    name: ['Aoife', 'Murphy', 'Clover Books'],
    country: 'ie',
    days: 2,
    ending: 'firstPaymentPending',
    method: 'sepa_debit',
    qrs: 1,
  },
  onlyTrial: { name: ['Aino', 'Virtanen', null], country: 'fi', days: 95, ending: 'onlyTrial', trialDays: 14, qrs: 3 },
  waitingBankTransfer: { name: ['Ελένη', 'Γεωργίου', 'Aphrodite Tours'], country: 'cy', days: 3, ending: 'waitingBankTransfer', qrs: 2 },
  sepa: {
    name: ['Markus', 'Schulz', 'Werkzeug-Schulz KG'],
    country: 'de',
    days: 540,
    ending: 'active',
    months: 1,
    method: 'sepa_debit',
    qrs: 14,
  },
  jpy: { name: ['桜', '田中', '抹茶堂'], country: 'jp', days: 365, ending: 'active', months: 1, currency: 'jpy', method: 'card', qrs: 7 },
  kwd: {
    name: ['ليلى', 'الصباح', 'سوق الكويت'],
    country: 'kw',
    days: 240,
    ending: 'active',
    months: 12,
    currency: 'kwd',
    method: 'card',
    extra: 'kwd',
    qrs: 3,
  },
  clp: { name: ['Benjamín', 'Rojas', 'Andes Bikes SpA'], country: 'cl', days: 150, ending: 'active', months: 1, currency: 'clp', qrs: 5 },
  archived: {
    name: ['Maria', 'Borg', 'Valletta Tours'],
    country: 'mt',
    days: 900,
    ending: 'canceledByUser',
    periods: 10,
    months: 1,
    flags: { archived: 1 },
    qrs: 12,
  },
  whitelisted: {
    name: ['Luka', 'Kovač', 'Medoprodukt'],
    country: 'si',
    days: 460,
    ending: 'active',
    months: 12,
    flags: { whitelisted: true, legacyFlag: true },
    qrs: 18,
  },
  hostile: {
    name: [hostileTexts[0], hostileTexts[5], hostileTexts[1]],
    country: 'us',
    days: 77,
    ending: 'active',
    months: 1,
    note: longNote,
    qrs: 8,
  },
  unbroken: {
    name: [unbrokenText, `${hostileTexts[11]} ${hostileTexts[12]}`, unbrokenText.toUpperCase()],
    country: 'gb',
    days: 66,
    ending: 'active',
    months: 1,
    note: unbrokenText.repeat(5),
    qrs: 4,
  },
  empty: { name: ['', '', null], country: 'sk', days: 55, ending: 'none', empty: true, billingCountry: 'sk', qrs: 0 },
  disputed: {
    name: ['Harper', 'Evans', 'City Flyers Inc.'],
    country: 'us',
    days: 130,
    ending: 'active',
    months: 1,
    method: 'card',
    extra: 'dispute',
    qrs: 6,
  },
  expiredCard: {
    name: ['Noah', 'Tremblay', 'Boulangerie du Nord'],
    country: 'ca',
    days: 500,
    ending: 'pastDue',
    months: 1,
    method: 'card',
    card: { last4: '0341', brand: 'mastercard', month: 2, yearsAhead: -1 },
    qrs: 5,
  },
  greekBilling: {
    name: ['Σοφία', 'Δημητρίου', 'Ελαιόλαδο ΑΕ'],
    country: 'gr',
    days: 333,
    ending: 'active',
    months: 12,
    discount: 25,
    billingCountry: 'el',
    qrs: 3,
  },
  everyPayment: {
    name: ['美', '林', '茉莉花贸易有限公司'],
    country: 'cn',
    days: 620,
    ending: 'active',
    months: 12,
    planId: 2,
    method: 'card',
    extra: 'every',
    qrs: 10,
  },
}

/** Stories by customer id. */
export const stories: ReadonlyMap<number, Story> = new Map(
  (Object.keys(knownCustomers) as (keyof typeof knownCustomers)[]).map((key) => [
    knownCustomers[key].id,
    { ...knownCustomers[key], ...facts[key] },
  ]),
)
