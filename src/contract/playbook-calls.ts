import * as customers from './customer-actions.ts'
import type { Endpoint } from './endpoint.ts'
import * as notes from './note-changes.ts'
import * as payments from './payments.ts'
import { namesRecord, type PlaybookType } from './playbooks.ts'
import * as qrs from './qr-actions.ts'

/** The first part of a record's path. */
const roots: Readonly<Record<string, PlaybookType>> = { customers: 'customer', qrs: 'qr', payments: 'payment' }

/** Its id is the customer's. */
const ofCustomer = qrs.activateAllQrs.path

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'changesState' in value && 'path' in value && 'access' in value

/**
 * The only calls that a step may make: changes by which commands change one record, which their path names. Logging in as a customer
 * is a GET, and nothing of staff, sessions, tokens, personal data or playbooks is among these files.
 */
const stepEndpoints: readonly Endpoint[] = Object.values<unknown>({ ...customers, ...notes, ...payments, ...qrs })
  .filter(isEndpoint)
  .filter(({ changesState, method, path }) => changesState && method !== 'GET' && namesRecord.test(path) && path.includes('/{id}'))

/** A step's call, recognised. */
export interface StepCall {
  endpoint: Endpoint
  /** The path's parameters, as text. */
  params: Record<string, string>
  /** The record that it changes. */
  type: PlaybookType
  id: number
}

/** The endpoint and the record of a step's call; null if no step may make it. */
export function recogniseCall({ method, path }: { method: string; path: string }): StepCall | null {
  for (const endpoint of stepEndpoints) {
    if (endpoint.method !== method) continue
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const match = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '([\\w-]{1,40})')}$`).exec(path)
    if (!match) continue
    const params = Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']))
    const type = endpoint.path === ofCustomer ? 'customer' : roots[path.split('/')[1] ?? '']
    const parsed = endpoint.params.safeParse(params)
    if (type !== undefined && parsed.success) return { endpoint, params, type, id: Number(params['id']) }
  }
  return null
}
