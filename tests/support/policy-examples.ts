import type { Method } from '../../src/contract/endpoint.ts'
import type { PolicyAction } from '../../src/contract/policy-actions.ts'

interface ExampleCall {
  method: Method
  path: string
  body?: object
}

/** A call that does the action in a `PolicyWorld`; its audit row has that action’s name. */
export interface PolicyExample extends ExampleCall {
  /** The role of whoever makes it: the lowest that may. `program`: the product, by its service token. */
  by: 1 | 2 | 'program'
  /** The call is `POST /undo` of this one, which the same person makes beforehand, without any policy. */
  undoes?: ExampleCall
}

const patch = (path: string, body: object = {}): PolicyExample => ({ by: 2, method: 'PATCH', path, body })
const post = (path: string, body: object = {}): PolicyExample => ({ by: 2, method: 'POST', path, body })
const put = (path: string, body: object): PolicyExample => ({ by: 2, method: 'PUT', path, body })
const remove = (path: string): PolicyExample => ({ by: 2, method: 'DELETE', path })
const get = (path: string): PolicyExample => ({ by: 2, method: 'GET', path })
const lead = (call: PolicyExample): PolicyExample => ({ ...call, by: 1 })
const undo = ({ by, ...undoes }: PolicyExample): PolicyExample => ({ by, method: 'POST', path: '/undo', undoes })
const program = (path: string): PolicyExample => ({ by: 'program', method: 'DELETE', path })

const billing = {
  country: 'fr',
  accountType: 'private',
  companyName: null,
  vatNumber: null,
  taxId: null,
  firstname: 'Ana',
  lastname: 'Ruiz',
  street: 'Rue 2',
  zip: '75001',
  city: 'Paris',
  email: 'ana@example.com',
}
const person = { name: 'New', email: 'new@example.com', password: 'letters4numbers', rol: 2 }

/** One for every action that a policy can be about. */
export const policyExamples: Record<PolicyAction, PolicyExample> = {
  'payment.refund': patch('/payments/1/refund', { amount: 5_000 }),
  'payment.approve': lead(patch('/payments/2/force-approve')),
  'customer.cancel-at-period-end': patch('/customers/1/cancel-subscription'),
  'customer.cancel-immediately': patch('/customers/2/cancel-immediately'),
  'customer.resume': patch('/customers/2/resume-subscription'),
  'customer.extend-trial': post('/customers/4/trial/extend', { days: 7 }),
  'customer.attach-discount': post('/customers/4/discount', { discount: 20 }),
  'customer.detach-discount': patch('/customers/2/detach-discount'),
  'customer.edit-billing': patch('/customers/1/billing', billing),
  'customer.sync': post('/customers/1/stripe/sync'),
  'invoice.reupload': remove('/invoices/files/file-1'),
  'customer.edit': patch('/customers/1', { qrLimit: 7 }),
  'customer.ban': patch('/customers/1/ban', { banned: true }),
  'customer.unban': patch('/customers/2/ban', { banned: false }),
  'customer.whitelist': patch('/customers/1', { whitelisted: true }),
  'customer.unwhitelist': patch('/customers/2', { whitelisted: false }),
  'customer.restore': patch('/customers/3/restore'),
  'customer.disable-2fa': patch('/customers/1/2fa/disable'),
  'customer.reset-oauth': patch('/customers/1/reset-oauth/google'),
  'customer.erase': lead(patch('/customers/5/erase')),
  'note.write': post('/customers/1/note', { text: 'Pays late.' }),
  'note.delete': remove('/customers/2/note'),
  'invitation.delete': remove('/customers/invite/1'),
  'invitation.restore': undo(remove('/customers/invite/1')),
  'invitation.resend': post('/customers/invite/1/resend'),
  'customer.product-delete': program('/api/ingest/customers/our-customers'),
  'qr.status': patch('/qrs/1/status', { status: 'stopped' }),
  'qr.uri': patch('/qrs/1/uri', { uri: 'summer-26' }),
  'qr.transfer': patch('/qrs/transfer', { origin: 1, destiny: 5, qrId: 1 }),
  'qr.whitelist': patch('/qrs/1/whitelist'),
  'qr.unwhitelist': undo(patch('/qrs/1/whitelist')),
  'qr.blacklist': post('/qrs/1/blacklist'),
  'qr.unblacklist': undo(post('/qrs/1/blacklist')),
  'qr.delete-file': patch('/qrs/media/4', { key: 'image-1', value: null }),
  'customer.transfer-qrs': patch('/qrs/transfer', { origin: 1, destiny: 5, qrId: 'all' }),
  'customer.activate-qrs': patch('/qrs/1/activate-all'),
  'customer.deactivate-qrs': undo(patch('/qrs/1/activate-all')),
  'customer.unarchive-qrs': patch('/customers/2/unarchive-qrs'),
  'customer.archive-qrs': undo(patch('/customers/2/unarchive-qrs')),
  'folder.transfer': patch('/qrs/folders/transfer', { userId: 1, folders: [1], destiny: 5 }),
  'domain.validate': post('/customers/1/domain/validation', { domainId: 1 }),
  'webrisk.status': lead(patch('/webrisk/1/status', { status: 2 })),
  'webrisk.check': lead(post('/webrisk/1/check')),
  'abuse.status': lead(patch('/abuse/1/status', { status: 1 })),
  'blocked-domain.add': lead(post('/blacklisted-domains', { domain: 'worse.example' })),
  'blocked-domain.edit': lead(put('/blacklisted-domains/1', { domain: 'worst.example' })),
  'blocked-domain.remove': lead(remove('/blacklisted-domains/1')),
  'allowed-domain.add': lead(post('/whitelisted-domains', { domain: 'good.example' })),
  'allowed-domain.edit': lead(put('/whitelisted-domains/1', { domain: 'better.example' })),
  'allowed-domain.remove': lead(remove('/whitelisted-domains/1')),
  'qr.product-delete': program('/api/ingest/qrs/our-qrs'),
  'user.create': lead(post('/users', person)),
  'user.edit': lead(patch('/users/5', { name: 'Renamed' })),
  'user.set-password': lead(patch('/users/5', { password: 'numbers4letters' })),
  'user.delete': lead(remove('/users/5')),
  'user.reset-2fa': lead(patch('/users/reset-2fa/5')),
  'user.unlock': lead(remove('/users/5/lock')),
  'user.end-session': lead(remove('/users/5/sessions/50')),
  'user.end-sessions': lead(remove('/users/5/sessions')),
  'user.disable': lead(patch('/users/5/disabled', { disabled: true })),
  'user.enable': lead(patch('/users/6/disabled', { disabled: false })),
  'token.create': lead(post('/tokens', { name: 'Reports', scopes: ['read'] })),
  'token.revoke': lead(remove('/tokens/1')),
  'webhook.create': lead(post('/webhook-endpoints', { url: 'http://127.0.0.1:9/other', events: [] })),
  'webhook.edit': lead(patch('/webhook-endpoints/1', { isOn: false })),
  'webhook.delete': lead(remove('/webhook-endpoints/1')),
  'webhook.resend': lead(post('/webhook-deliveries/1/resend')),
  'ingest.dismiss': lead(post('/ingest/waiting/dismiss', { resource: 'qrs', externalId: 'bad' })),
  'list.export': lead(get('/exports/notes')),
  'customer.export': lead(get('/customers/1/personal-data')),
  'customer.app-login': get('/customers/1/app-login'),
}
