import type { CommandContext } from './command.ts'

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
