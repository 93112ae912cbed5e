/** Longer pastes are cut. */
const longestPaste = 100_000

/** A paste on one line. An input would glue lines together, and with them identifiers listed one per line. */
export function inOneLine(pasted: string): string {
  const text = pasted.slice(0, longestPaste)
  if (!/[\r\n]/.test(text)) return text
  // Lines of several words stay apart.
  return text.trim().replace(/[ \t]*[,;]?[ \t]*[\r\n]+\s*/g, /\S[ \t,]+[^\s,]/.test(text) ? '; ' : ', ')
}
