import { say } from './notice.ts'
import { toastSuccess } from './toasts.tsx'

/**
 * Copies a text and says so. If the browser refuses, shows the text instead.
 * @param what its name in the message: 'email'
 */
export async function copyText(text: string, what: string) {
  try {
    await navigator.clipboard.writeText(text)
    toastSuccess(`Copied the ${what}.`)
  } catch {
    // No permission or not a secure origin.
    say(`The browser blocked copying the ${what}: ${text}`)
  }
}
