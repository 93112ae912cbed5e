import type { CommandContext } from './command.ts'

/** Where the app opens all that is a customer's, logged in as the customer (document 1, section 2). */
const startPage = '/app/my-qr-codes'

/** The address that a login into the app answers; the app itself where the admin API has seen to the login without one. */
export function appAddress({ user }: CommandContext, { url }: { url: string | null }): string {
  if (url === null && user.appUrl === '') throw new Error('The console was not told where the app is: set APP_URL on its server.')
  return url ?? user.appUrl + startPage
}

/**
 * Opens a tab at once, within the click or key press that a browser lets open one, and leads it to the address as soon as that
 * is there; where it cannot be had, the tab goes again and the error is thrown.
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
