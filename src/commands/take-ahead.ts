import type { Step } from './command.ts'
import { amountShape, numberIn, type Taken, type TypedArguments } from './typed-arguments.ts'

/** What words give a command's steps before its record is known; null if they can't be all of that. */
export function takeAhead(steps: readonly Step[], tail: readonly string[]): Pick<TypedArguments, 'words' | 'refusal'> | null {
  const said: string[] = []
  let left = tail
  for (const step of steps) {
    if (left.length === 0) break
    const taken = takeOneAhead(step, left)
    if (!taken) continue
    said.push(taken.words)
    if (taken.read.refusal !== null && left.length === taken.count) return { words: said.join(', '), refusal: taken.read.refusal }
    left = left.slice(taken.count)
  }
  return left.length === 0 ? { words: said.join(', '), refusal: null } : null
}

function takeOneAhead({ kind, title, readAhead }: Step, words: readonly string[]): Omit<Taken, 'typed'> | null {
  if (!readAhead) return null
  const [first = '', second = ''] = words
  const found =
    kind === 'number' ? numberIn(words, title) : kind === 'amount' ? amountShape(words) : { count: second === '%' ? 2 : 1, typed: first }
  if (!found) return null
  const read = readAhead(found.typed)
  // A word that is no choice may be something else.
  if (kind === 'choice' && read.refusal !== null) return null
  const typed = words.slice(0, found.count).join(' ')
  return { count: found.count, read, words: kind === 'amount' ? typed : ((read.refusal === null ? read.words : undefined) ?? typed) }
}
