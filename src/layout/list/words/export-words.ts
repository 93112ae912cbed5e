const begins = /^\s*(?:export|download(?!.*\binvoices?\b)|(?:a )?csv)(?:\s+(?:an?|csv|file|of|with|for))*\s+(.*)$/i
const ends = /^(.*?\S)\s+(?:(?:as|in|into|to)\s+)?(?:an?\s+)?(?:csv|excel|spreadsheet)(?:\s+file)?\s*$/i

/** The list that a text asks to export, in words: 'payments' of 'export payments as csv'. Null if it asks for no file. Pure. */
export function exportedIn(text: string): string | null {
  const began = begins.exec(text)?.[1]
  const list = ends.exec(began ?? text)?.[1] ?? began
  // 'payments' alone is a screen.
  return list === undefined ? null : `the ${list}`
}
