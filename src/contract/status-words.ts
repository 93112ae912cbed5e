/** A readable status: `canceledByEarlyFraud` becomes 'canceled by early fraud'. */
export function statusWords(status: string): string {
  return status
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

/** With a capital letter. */
export const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
