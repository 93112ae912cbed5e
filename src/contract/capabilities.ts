/**
 * Who may do what: the only map from capabilities to roles (ruling 1). The server enforces it; the console gets its own
 * share from `/auth/me`. `'any'` is any signed-in account.
 */
export const capabilityRoles = {
  'dashboard.read': [1],
  'analysis.read': [1],
  'customers.read': 'any',
  'customers.edit': 'any',
  'customers.subscription': 'any',
  'customers.ban': 'any',
  'customers.whitelist': 'any',
  'customers.restore': 'any',
  'customers.sign-in-methods': 'any',
  'customers.discount': 'any',
  'customers.unarchive': 'any',
  'customers.app-login': 'any',
  'customers.billing': 'any',
  'customers.notes': 'any',
  'customers.invitations': 'any',
  'customers.bulk': 'any',
  /** Exporting all that is stored on a person, and erasing them. */
  'customers.personal-data': [1],
  'payments.read': 'any',
  /** The menu entry only: the page is open to any signed-in user (ruling 1). */
  'payments.menu': [1],
  'payments.refund': 'any',
  /** Ruling 31. */
  'payments.approve': [1],
  'qrs.read': 'any',
  'qrs.status': 'any',
  'qrs.uri': 'any',
  'qrs.whitelist': 'any',
  'qrs.blacklist': 'any',
  'qrs.transfer': 'any',
  'qrs.media': 'any',
  'qrs.bulk': 'any',
  'qrs.risk.read': [1],
  'qrs.infected.read': [1],
  'invoices.read': 'any',
  'invoices.reupload': 'any',
  'sales.read': [1],
  'staff.manage': [1],
  'audit.read': [1],
  'security.manage': [1],
  'api-calls.read': [1],
  /** CSV is for role 1 only (ruling 3). */
  'lists.export': [1],
  /** Service tokens, and what programs tell us by them. */
  'integrations.manage': [1],
  'undo.own': 'any',
  'playbooks.own': 'any',
  /** Making and changing the playbooks that everybody has. */
  'playbooks.share': [1],
  /** Saying what words mean, for everybody. */
  'words.manage': [1],
  /** Saying who may do what alone. */
  'policies.manage': [1],
} as const satisfies Record<string, readonly number[] | 'any'>

export type Capability = keyof typeof capabilityRoles

export const allCapabilities = Object.keys(capabilityRoles) as Capability[]
export const isCapability = (access: unknown): access is Capability => allCapabilities.some((capability) => capability === access)

/** Whether an account with this role has the capability. */
export function roleMay(rol: number, capability: Capability): boolean {
  const roles: readonly number[] | 'any' = capabilityRoles[capability]
  return roles === 'any' || roles.includes(rol)
}

/** All capabilities of a role, as `/auth/me` returns them. */
export function capabilitiesOf(rol: number): Capability[] {
  return allCapabilities.filter((capability) => roleMay(rol, capability))
}
