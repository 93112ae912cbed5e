import { type Call, listOf, paging, Refused, sort } from './call.ts'

const range = ['from', 'to'] as const
const seconds = 86_400

/** The Madrid days of a range, as YYYY-MM-DD. */
function days(query: Record<string, string>): string[] {
  const [from, to] = [Number(query['from']), Number(query['to'])]
  if (!(from <= to)) throw new Refused(400, 'from and to are needed')
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' })
  // Noon, so that clock changes neither skip nor repeat a day.
  const noons = Array.from({ length: Math.ceil((to - from) / seconds) + 1 }, (_, index) => from + (index + 0.5) * seconds)
  return [...new Set(noons.filter((noon) => noon <= to).map((noon) => format.format(noon * 1000)))]
}

const daily = (name: string): Call => ({
  method: 'GET',
  path: `/stats/${name}`,
  access: 'full',
  query: range,
  answer: ({ query }) => days(query).map((date, index) => ({ date, total: index % 5 })),
})

const analysis = (country: string, scale: number) => ({
  country,
  triallingAccounts: 8 * scale,
  upgradedFromTrial: 3 * scale,
  cpt: 400,
  conversionRate: 0.375,
  unsubscribedAccounts: scale,
  total: 7200 * scale,
  refunds: 400 * scale,
  revenue: 6800 * scale,
  mrr: 2400 * scale,
  arr: 28_800 * scale,
  googleAdsCosts: 1200 * scale,
  clicks: 40 * scale,
  costPerClick: 30,
  subTotal: 6800 * scale,
})

/** Document 2, section 7: Stats. */
export const statsCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/stats/general-stats',
    access: 'full',
    query: range,
    answer: () => ({
      newTrialUsers: 12,
      canceledTriallingUsers: 3,
      newSubscribedUsers: 7,
      canceledSubscribedUsers: 2,
      conversionRate: 0.5833,
      discountsPerPercentage: { 20: 1, 50: 2, 75: 1 },
      newSubscriptionCancelations: 2,
      successPayments: 31,
      newTransactions: { total: 7, amount: 16_800 },
      subscriptions: { total: 24, amount: 57_600 },
      refunds: 1,
      disputeCount: 1,
      disputeRate: 0.0323,
      refundTotal: 2400,
      disputeTotal: 2400,
      total: 74_400,
      subTotal: 69_600,
      googleAdsCosts: 9600,
    }),
  },
  {
    method: 'GET',
    path: '/stats/daily-revenue',
    access: 'full',
    query: range,
    answer: ({ query }) =>
      days(query).map((date, index) => ({ date, total: 2400 * (index % 4), expenses: 300, gross: 2400 * (index % 4) + 300, refunds: 0 })),
  },
  ...['trials', 'subscriptions', 'cancelations', 'new-qrs', 'new-scans', 'discount-subscribers', 'visits', 'referred-users'].map((name) =>
    daily(`daily-${name}`),
  ),
  {
    method: 'GET',
    path: '/stats/countries-mrr',
    access: 'full',
    query: [...paging, ...sort],
    answer: ({ query }) =>
      listOf(
        [
          { country: 'es', subscribedUsers: 4, mrr: 9600, totalRevenue: 120_000 },
          { country: 'pt', subscribedUsers: 2, mrr: 4800, totalRevenue: 60_000 },
        ],
        query,
        'subscribedUsers',
      ),
  },
  {
    method: 'GET',
    path: '/stats/analysis',
    access: 'full',
    query: [...paging, ...sort, 'country', ...range],
    answer: ({ query }) => {
      const rows = [analysis('es', 2), analysis('pt', 1), { ...analysis('de', 3), clicks: 0, costPerClick: 0 }]
      return listOf(
        rows.filter(({ country }) => query['country'] === undefined || country === query['country'].toLowerCase()),
        query,
        'upgradedFromTrial',
        'desc',
        50,
      )
    },
  },
]
