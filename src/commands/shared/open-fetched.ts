import type { CommandContext } from '../engine/context.ts'
import { Unavailable } from '../engine/run.ts'
import type { Targets } from '../engine/targets.ts'

/** The app's start page, after logging in as the customer (document 1, section 2). */
const startPage = '/app/my-qr-codes'

/** The one-time app URL; the app itself if the admin API logged in without returning one. */
export function appAddress({ user }: CommandContext, { url }: { url: string | null }): string {
  if (url === null && user.appUrl === '') throw new Unavailable('The console was not told where the app is: set APP_URL on its server.')
  return url ?? user.appUrl + startPage
}

export const providerPage = ({ user }: CommandContext, { stripeCustomerId }: Targets['customer']) =>
  `${user.paymentProviderUrl}/customers/${encodeURIComponent(stripeCustomerId ?? '')}`

/**
 * Opens a tab at once, as browsers allow it only during a click or key press, and points it to the URL when known. On
 * failure closes the tab and rethrows.
 */
export async function openFetched(context: CommandContext, fetchUrl: () => Promise<string>) {
  const tab = context.openTab()
  try {
    tab.go(await fetchUrl())
  } catch (error) {
    tab.close()
    throw error
  }
}
