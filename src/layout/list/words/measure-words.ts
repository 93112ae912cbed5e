import { accountCurrency } from '../../../contract/money.ts'
import type { Changes, MeasureWords } from '../filter-definition.ts'
import { amountsAt } from './amount-words.ts'
import { type Place, type Taken, taking } from './taken-words.ts'
import { phraseAt, stemsOf, wordsIn } from './typed-words.ts'

/** 'over 1000 scans', 'revenue under 50 eur', 'spent more than 500', 'never scanned'. */
export function measureAt(spec: MeasureWords, place: Place): Taken[] {
  const { words, at } = place
  const countAt = (phrases: readonly string[], from: number) =>
    Math.max(0, ...phrases.map((phrase) => phraseAt(words, from, stemsOf(phrase))))
  const taken = (count: number, changes: Changes): Taken => ({ ...taking(count, changes), isTelling: true })
  const none = countAt(spec.none, at)
  const lead = countAt([...spec.leads, ...spec.nouns], at)
  const ranges = [...new Set([0, lead])].flatMap((before) =>
    amountsAt({ ...place, at: at + before, mayDoubt: true }, false).flatMap(({ count, changes }) => {
      const own = measured(spec, changes)
      const noun = countAt(spec.nouns, at + before + count)
      // 'paid 31,92' is rather one payment.
      const isShared = spec.isMoney && 'amount' in changes ? { isShared: true as const } : {}
      return own && before + noun > 0 ? [{ ...taken(before + count + noun, own), ...isShared }] : []
    }),
  )
  return none > 0 ? [taken(none, { [spec.params[1]]: '0' }), ...ranges] : ranges
}

/** A whole text as such a range; null if it is none. */
export function measureIn(spec: MeasureWords, text: string, today: string): Changes | null {
  const words = wordsIn(text)
  const found = amountsAt({ words, at: 0, today, mayDoubt: true }, true).find(({ count }) => count === words.length)
  return found ? measured(spec, found.changes) : null
}

/** An amount as the range of what is measured. What is counted has no parts: 'over 1000' begins at 1001. */
function measured(
  { params: [from, to], isMoney }: MeasureWords,
  { amount, amountFrom = amount, amountTo = amount, currency }: Changes,
): Changes | null {
  if ((currency ?? accountCurrency) !== accountCurrency || (currency !== undefined && !isMoney)) return null
  const unit = isMoney ? 1 : 100
  return {
    ...(amountFrom !== undefined && { [from]: String(Math.ceil(Number(amountFrom) / unit)) }),
    ...(amountTo !== undefined && { [to]: String(Math.floor(Number(amountTo) / unit)) }),
  }
}
