/** Kinds of records as the audit trail calls them. */
export const targetNames: Readonly<Record<string, string>> = {
  customer: 'Customer',
  payment: 'Payment',
  playbook: 'Playbook',
  qr: 'QR code',
  staff: 'Staff account',
  webrisk: 'Web-risk entry',
  abuse: 'Abuse report',
  word: 'Word',
}

export const targetName = (type: string) => targetNames[type] ?? type.charAt(0).toUpperCase() + type.slice(1)
