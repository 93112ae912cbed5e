/**
 * Who may do what: the one map from capability to roles (ruling 1). The server enforces it, `/auth/me` tells each person
 * their own part of it, and the console mirrors that. `'any'` means any signed-in account.
 */
export const capabilityRoles = {
  'dashboard.read': [1],
  'analysis.read': [1],
  'customers.read': 'any',
  'customers.ban': 'any',
  'payments.read': 'any',
  'qrs.read': 'any',
  'qrs.risk.read': [1],
  'qrs.infected.read': [1],
  'invoices.read': 'any',
  'sales.read': [1],
  'staff.manage': [1],
  'security.manage': [1],
  'api-calls.read': [1],
  'undo.own': 'any',
} as const satisfies Record<string, readonly number[] | 'any'>

export type Capability = keyof typeof capabilityRoles

export const allCapabilities = Object.keys(capabilityRoles) as Capability[]

/** Whether an account with this role has the capability. */
export function roleMay(rol: number, capability: Capability): boolean {
  const roles: readonly number[] | 'any' = capabilityRoles[capability]
  return roles === 'any' || roles.includes(rol)
}

/** Every capability of a role, as `/auth/me` answers it. */
export function capabilitiesOf(rol: number): Capability[] {
  return allCapabilities.filter((capability) => roleMay(rol, capability))
}
