import { describe, expect, test } from 'vitest'
import { allCapabilities, capabilitiesOf, roleMay } from '../../src/contract/capabilities.ts'

describe('capabilities (rulings 1 to 3)', () => {
  test('role 1 has all of them [1.6 role 1] [2.6 role 1]', () => {
    expect(capabilitiesOf(1)).toEqual(allCapabilities)
  })

  test.each([0, 2, 3, -1])('role %i has the capabilities of any signed-in account [1.6 everybody else]', (rol) => {
    const customers = [
      'read',
      'edit',
      'subscription',
      'ban',
      'whitelist',
      'restore',
      'sign-in-methods',
      'discount',
      'unarchive',
      'app-login',
    ]
    expect(capabilitiesOf(rol).toSorted()).toEqual(
      [
        ...[...customers, 'billing', 'notes', 'invitations', 'bulk'].map((verb) => `customers.${verb}`),
        'payments.read',
        'payments.refund',
        ...['read', 'status', 'uri', 'whitelist', 'blacklist', 'transfer', 'media', 'bulk'].map((verb) => `qrs.${verb}`),
        'invoices.read',
        'invoices.reupload',
        'undo.own',
        'playbooks.own',
      ].toSorted(),
    )
  })

  test('roleMay and capabilitiesOf agree [R1 capability map]', () => {
    for (const rol of [1, 2, 7])
      for (const capability of allCapabilities) expect(roleMay(rol, capability)).toBe(capabilitiesOf(rol).includes(capability))
  })
})
