import type { Database } from '../../server/db/connect.ts'
import { subscriptionChanges } from '../../server/db/schema/customers.ts'
import { retiredFiles } from '../../server/db/schema/payments.ts'
import { type TestApp, testStart } from './app.ts'
import { makeProduct, sampleRows } from './ingest.ts'
import { insertInvoices, insertPayments } from './rows.ts'
import type { Browser } from './sign-in.ts'

/** Text that must not be found anywhere once the person is erased. No item is part of another word. */
export const personalText = ['zorbina', 'quillfeather', 'featherworks', '203.0.113.77', 'wharfinger lane', 'ES9988776Z', '4711000000009']

const email = 'zorbina@quillfeather.example'
const at = testStart - 86_400

/** The product's rows about customer `id`, full of personal text. */
export const personalRows = (id: number, updatedAt = at) => {
  const customer = String(id)
  const texts = { firstName: 'Zorbina', lastName: 'Quillfeather', companyName: 'Featherworks', email }
  const ip = '203.0.113.77'
  const signUp = { lastIp: ip, accountCreatedWithIp: ip, accountCreatedFrom: 'zorbina', gclid: 'zorbina', signupSource: 'zorbina' }
  const logins = { linkedinId: 'zorbina', facebookId: '4711000000009', googleId: '4711000000009', deviceModel: 'Zorbina’s phone' }
  return {
    customers: { ...sampleRows.customers, externalId: customer, updatedAt, ...texts, ...signUp, ...logins, is2faEnabled: true },
    folders: { ...sampleRows.folders, externalId: `f-${id}`, updatedAt, customer, name: 'Zorbina’s menus' },
    qrs: {
      ...sampleRows.qrs,
      externalId: String(id * 10),
      updatedAt,
      customer,
      folder: `f-${id}`,
      uri: `menu-${id}`,
      type: 'vcard',
      name: 'Card of Zorbina',
      content: { name: 'Zorbina Quillfeather', email, phone: '4711000000009' },
    },
    media: { ...sampleRows.media, updatedAt, qr: String(id * 10), key: 'zorbina', src: 'zorbina.png', storageKey: `qrs/${id}/zorbina.png` },
    domains: { ...sampleRows.domains, externalId: `d-${id}`, updatedAt, customer, hostname: 'quillfeather.example' },
    invitations: { ...sampleRows.invitations, externalId: `i-${id}`, updatedAt, customer, email: 'friend@quillfeather.example' },
    events: { ...sampleRows.events, externalId: `e-${id}-${updatedAt}`, customer, ip, date: updatedAt },
    'email-activity': {
      ...sampleRows['email-activity'],
      externalId: `m-${id}-${updatedAt}`,
      customer,
      subject: 'Hello Zorbina',
      email,
      date: updatedAt,
    },
    'api-calls': {
      ...sampleRows['api-calls'],
      externalId: `c-${id}-${updatedAt}`,
      customer,
      requestBody: email,
      query: '',
      createdAt: updatedAt,
    },
    feedback: { ...sampleRows.feedback, externalId: `w-${id}-${updatedAt}`, customer, note: 'Yours, Zorbina', createdAt: updatedAt },
    'abuse-reports': { ...sampleRows['abuse-reports'], externalId: `a-${id}`, email, reason: 'Zorbina saw this' },
    'daily-scans': { ...sampleRows['daily-scans'], updatedAt, qr: String(id * 10) },
  }
}

/** A customer with rows in every table that refers to customers: from the product, from staff, and inserted directly. */
export async function makePerson(server: TestApp, browser: Browser, id: number): Promise<void> {
  const { database, storage } = server.context
  const product = await makeProduct(server)
  for (const [resource, row] of Object.entries(personalRows(id))) {
    const { statusCode, body } = await product.send(resource, [row])
    if (statusCode !== 200 || !body.includes('"refused":[]')) throw new Error(`${resource}: ${body}`)
  }
  // This row waits for a customer that never arrives.
  await product.send('customers', [{ ...personalRows(id, at + 1).customers, referredBy: 'nobody' }])
  await product.send('invitations', [{ ...personalRows(id).invitations, externalId: `j-${id}`, customer: 'nobody', account: String(id) }])
  await storage.put(`qrs/${id}/zorbina.png`, Buffer.from('picture of Zorbina'), 'image/png')
  await rowsByHand(database, id)
  const change = async (method: 'PATCH' | 'PUT' | 'DELETE' | 'POST', path: string, body: object) => {
    const reply = await browser.send(method, path, body)
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.body}`)
  }
  await change('PATCH', `/customers/${id}`, { email: 'zorbina@quillfeather.es' })
  await change('PATCH', `/customers/${id}/note`, { text: 'Zorbina called', version: null })
  await change('PATCH', `/qrs/${id * 10}/uri`, { uri: `zorbina-${id}` })
  await browser.get(`/exports/customers?searchTerm=${email}`)
  await browser.get(`/customers/${id}/app-login`)
}

async function rowsByHand(database: Database, id: number): Promise<void> {
  const { orm, pool } = database
  await insertPayments(database, [{ id, userId: id, email, ip: '203.0.113.77' }])
  const billing = {
    company_name: 'Featherworks',
    vat_number: 'ES9988776Z',
    tax_id: 'ES9988776Z',
    firstname: 'Zorbina',
    lastname: 'Quillfeather',
  }
  const address = { country: 'es', account_type: 'private', street: '1 Wharfinger Lane', zip: '28001', city: 'Madrid', email }
  await insertInvoices(database, [{ id, userId: id, paymentId: id, billing: { ...billing, ...address } }])
  await orm.insert(subscriptionChanges).values({ userId: id, at, toStatus: 'canceled' })
  await orm.insert(retiredFiles).values({ storageKey: 'other', retiredAt: at }).onConflictDoNothing()
  const by = (text: string, values: unknown[]) => pool.query(text, values)
  await by(
    `UPDATE customers SET subscription_status = 'canceled', last4 = '4242', bank_code = 'zorbina', stripe_customer_id = $2 WHERE id = $1`,
    [id, `cus_${id}`],
  )
  await by(
    `INSERT INTO billing_data (user_id, country, account_type, company_name, vat_number, tax_id, firstname, lastname, street, zip, city, email)
      VALUES ($1, 'es', 'private', 'Featherworks', 'ES9988776Z', 'ES9988776Z', 'Zorbina', 'Quillfeather', '1 Wharfinger Lane', '28001', 'Madrid', $2)`,
    [id, email],
  )
  await by(
    `INSERT INTO refunds (payment_id, amount, final_amount, currency, idempotency_key, state, reason, created_at)
      VALUES ($1, 100, 100, 'eur', $2, 'succeeded', 'Zorbina asked for it', $3)`,
    [id, `key-${id}`, at],
  )
  await by(
    `INSERT INTO provider_events (id, type, subject, created_at, received_at, payload) VALUES ($1, 'customer.updated', $2, $3, $3, '{}')`,
    [`evt_${id}`, `cus_${id}`, at],
  )
  await by(`INSERT INTO infected_qrs (qr_id, uri, vendors, created_at) VALUES ($1, 'https://quillfeather.example', 'x', $2)`, [id * 10, at])
  await by(
    `INSERT INTO webrisk (url, type, email, created_at, qr_id, user_id) VALUES ('https://quillfeather.example', 'url', $1, $2, $3, $4)`,
    [email, at, id * 10, id],
  )
  await by(
    `INSERT INTO webrisk_tracker (qr_id, user_id, reason, url, unsafe_domains, created_at)
      VALUES ($1, $2, 'x', 'https://quillfeather.example', '{quillfeather.example}', $3)`,
    [id * 10, id, at],
  )
  await by(
    `INSERT INTO playbook_runs (key, staff_email, ip, name, type, record_id, customer_id, steps, state, created_at)
      VALUES (gen_random_uuid(), 'x', 'x', 'x', 'customer', $1, $1, '[{"title": "Note “Zorbina called”"}]', 'done', $2)`,
    [id, at],
  )
  await by(
    `INSERT INTO approvals (state, staff_email, staff_name, ip, method, path, body, call_hash, is_done_by_requester, action, target_type, target_id,
        target_name, customer_id, rows, before, matters, reason, policies, policy_text, created_at, expires_at)
      VALUES ('open', 'x', 'x', 'x', 'PATCH', '/customers/' || $1::int, '{"text": "Zorbina"}', 'x', false, 'customer.edit', 'customer', $1,
        $3, $1, 1, '{"email": "zorbina"}', '["Zorbina"]', 'Zorbina called', '[]', 'x', $2, $2)`,
    [id, at, email],
  )
  await by(`INSERT INTO missing_words (text, at, staff_id) SELECT 'zorbina quillfeather', $1, id FROM staff ORDER BY id LIMIT 1`, [at])
  await by(
    `INSERT INTO views (at, hour, staff_email, session, look, text) VALUES ($1, 0, 'sam@quaydesk.test', $2, 'search', $3) ON CONFLICT DO NOTHING`,
    [at, `session-${id}`, email],
  )
  await by(`INSERT INTO app_sessions (user_id, created_at) VALUES ($1, $2)`, [id, at])
  await by(`INSERT INTO invitations (owner_id, user_id, email, role, status, created_at) VALUES (8, $1, $2, 1, 1, $3)`, [id, email, at])
}
