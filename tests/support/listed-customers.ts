import { beforeAll } from 'vitest'
import type { CustomerRow } from '../../src/contract/customers.ts'
import type { Pagination } from '../../src/contract/list.ts'
import { testStart } from './app.ts'
import type { Engine } from './database.ts'
import { insertCustomers } from './rows.ts'
import { useServer } from './server.ts'

export interface Listed {
  rows: CustomerRow[]
  pagination: Pagination
  pages?: number
  total?: number
}

export const day = 86_400

/** A server with seven customers who differ in all that lists filter by. Call it in a `describe`. */
export function useListedCustomers(engine: Engine) {
  const { database, browser } = useServer(engine, { rol: 2 })

  beforeAll(async () => {
    await insertCustomers(database.current, [
      {
        firstName: 'Ana',
        lastName: 'López',
        companyName: 'Café 100%',
        email: 'ana@example.com',
        country: 'es',
        stripeCustomerId: 'cus_Ana1',
        createdAt: testStart - 5 * day,
        subscriptionStatus: 'active',
        planName: 'Pro',
        lastPaymentMethod: 'card',
        cardBrand: 'visa',
        totalRevenue: 4_000,
        last4: '4242',
        expiryMonth: 5,
        expiryYear: 2027,
      },
      {
        firstName: 'ANA',
        lastName: 'lopez',
        email: 'ana.lopez@example.com',
        country: 'es',
        createdAt: testStart - 4 * day,
        subscriptionStatus: 'trialing',
        trialPlan: true,
        triallingEndsAt: testStart + 2 * day,
        stripeTrialEnd: testStart - 9 * day,
        planName: 'pro',
        referredBy: 1,
        last4: '4242',
        expiryMonth: 6,
        expiryYear: 2024,
      },
      {
        firstName: 'Иван',
        lastName: 'Петров',
        email: 'ivan@пример.рф',
        country: 'ru',
        createdAt: testStart - 3 * day,
        subscriptionStatus: 'canceled',
        earlyFraud: true,
        canceledAt: testStart - 2 * day,
        stripeTrialEnd: testStart - 2 * day,
        totalRevenue: 9_000,
        referredBy: 1,
        last4: '0007',
        expiryMonth: 5,
        expiryYear: 2023,
      },
      {
        firstName: '小明',
        lastName: '王',
        companyName: '東京都商店',
        whitelisted: true,
        archived: 1,
        email: 'wang@example.jp',
        country: 'jp',
        createdAt: testStart - 2 * day,
        subscriptionStatus: 'active',
        willCancel: true,
        canceledAt: testStart - day,
        lastPaymentMethod: 'paypal',
        planName: 'Business',
      },
      {
        firstName: 'Under',
        lastName: 'Score',
        companyName: 'a_b Ltd',
        email: 'a_b@example.com',
        country: null,
        createdAt: testStart - day,
        banned: true,
      },
      {
        firstName: 'Axb',
        lastName: 'Plain',
        email: 'axb@example.com',
        country: 'fr',
        createdAt: testStart,
        deleted: true,
        subscriptionStatus: 'soft_deleted',
      },
      {
        firstName: 'Back\\slash',
        lastName: '',
        email: 'back@example.com',
        country: 'fr',
        createdAt: testStart,
        subscriptionStatus: 'unpaid',
        referredBy: 2,
      },
    ])
  })

  const list = async (query: Record<string, string> = {}) => {
    const reply = await browser.get(`/customers?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<Listed>()
  }
  const idsOf = async (query: Record<string, string>) => (await list(query)).rows.map(({ id }) => id)

  return {
    browser,
    list,
    idsOf,
  }
}
