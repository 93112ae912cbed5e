import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../server/db/connect.ts'
import { staff } from '../../server/db/schema/staff.ts'
import { hashPassword } from '../../server/resources/auth/passwords.ts'
import { sealAccountSecret } from '../../server/resources/auth/two-factor.ts'

export interface DemoAccount {
  name: string
  email: string
  password: string
  /** 1: full access, 2: support. */
  rol: 1 | 2
  /** Base32; null if two-factor is to be activated on first sign-in. */
  totpSecret: string | null
}

/** The demo's staff accounts. Not secret: README and start print them, and production refuses the demo. */
export const demoAccounts = {
  /** Activates two-factor on first sign-in. */
  owner: { name: 'Olga Marín', email: 'admin@quaydesk.test', password: 'admin4600', rol: 1, totpSecret: null },
  manager: {
    name: 'Marta Vidal',
    email: 'marta@quaydesk.test',
    password: 'marta4600',
    rol: 1,
    totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
  support: { name: 'Sam Okafor', email: 'sam@quaydesk.test', password: 'sam4600', rol: 2, totpSecret: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU' },
} as const satisfies Record<string, DemoAccount>

/**
 * Creates the demo accounts, or resets existing ones to these values.
 * @param secretKey encrypts the two-factor secrets
 * @returns their ids in the order above
 */
export async function addDemoAccounts(db: Db, secretKey: Buffer, now: number): Promise<number[]> {
  const ids: number[] = []
  for (const account of Object.values<DemoAccount>(demoAccounts)) {
    const values = {
      name: account.name,
      email: account.email,
      passwordHash: await hashPassword(account.password),
      rol: account.rol,
      totpSecret: null,
      totpLastStep: null,
    }
    const [updated] = await db.update(staff).set(values).where(sql`lower(${staff.email}) = ${account.email}`).returning({ id: staff.id })
    const [row] =
      updated === undefined
        ? await db
            .insert(staff)
            .values({ ...values, createdAt: now })
            .returning({ id: staff.id })
        : [updated]
    if (row === undefined) throw new Error(`no row for ${account.email}`)
    // Encrypted last, because the secret is bound to the row's id.
    if (account.totpSecret !== null)
      await db
        .update(staff)
        .set({ totpSecret: sealAccountSecret(secretKey, row.id, account.totpSecret) })
        .where(eq(staff.id, row.id))
    ids.push(row.id)
  }
  return ids
}
