import { auditActions } from '../../contract/audit-actions.ts'

const words: Readonly<Record<string, string>> = auditActions

/**
 * An audited action in words. Unknown ones are derived from their name: 'qr.change-status' becomes 'Qr: change status'.
 */
export function actionWords(action: string): string {
  const known = words[action]
  if (known !== undefined) return known
  const [target = '', ...rest] = action.split('.')
  const text = [target, rest.join(' ')].filter(Boolean).join(': ').replaceAll(/[-_]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The choices for the action filter. */
export const knownActions = Object.entries(words).map(([value, label]) => ({
  value,
  label,
  words: value === 'auth.sign-in' ? ['logins', 'sign-ins'] : undefined,
}))
