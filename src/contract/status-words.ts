/** Statuses whose names read badly. */
const names: Readonly<Record<string, string>> = {
  canceledByUnpaid: 'canceled (unpaid)',
  canceledByDispute: 'canceled (dispute)',
  canceledByEarlyFraud: 'canceled (early fraud)',
  requires_payment_method: 'payment method needed',
}

/** A status as it is called everywhere: 'canceled (unpaid)'; an unknown `soft_deleted` becomes 'soft deleted'. */
export function statusWords(status: string): string {
  return (
    names[status] ??
    status
      .replaceAll('_', ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
  )
}

/** With a capital letter. */
export const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
