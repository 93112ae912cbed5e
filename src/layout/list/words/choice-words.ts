import { apiHas } from '../../../api/features.ts'
import { isAnyNoun } from '../../../commands/text/record-words.ts'
import { mistyped } from '../../../contract/typos.ts'
import type { Choice, ChoiceWords } from '../filter-definition.ts'
import type { Place, Taken } from './taken-words.ts'
import { connecting, phraseAt, stemsOf } from './typed-words.ts'

/** A phrase and the value it stands for. */
interface Phrase {
  parts: readonly string[]
  value: string
  /** Only in this form: 'refunds' are payments, 'refund' is what one does. */
  only?: string | undefined
}

interface Match {
  count: number
  doubt: number
  value: string
  /** The phrase is several words, all of them typed. */
  isLong: boolean
}

const minPartLength = 4

/**
 * How the words from a place on begin with one of the phrases: also with a longer word of one, or with a typo, if
 * nothing else is meant and the place allows doubt.
 */
export function phrasesAt(phrases: readonly Phrase[], { words, mayDoubt }: Place, at: number): Match[] {
  const found = phrases.flatMap(({ parts, value, only }) => {
    const count = only === undefined || words[at]?.text === only ? phraseAt(words, at, parts) : 0
    return count === 0 ? [] : [{ count, doubt: 0, value, isLong: parts.length > 1 }]
  })
  if (found.length > 0) return found
  const word = words[at]?.stem ?? ''
  if (!mayDoubt || word.length < minPartLength) return []
  // 'customer' is no part of 'Edited the customer'.
  const isLong = (part: string) => part.length >= minPartLength && !connecting.has(part) && !isAnyNoun({ folded: part })
  const having = (part: string) => phrases.filter(({ parts }) => parts.includes(part))
  const inside = isLong(word) ? having(word) : []
  if (inside.length > 0) return inside.map(({ value }) => ({ count: 1, doubt: 1, value, isLong: false }))
  // A word that says something of its own is no mistyped other one: 'last' is not 'lost'.
  if (own.has(word)) return []
  const near = [...new Set(phrases.flatMap(({ parts }) => parts))]
    .filter((part) => isLong(part) && word.startsWith('un') === part.startsWith('un') && mistyped(word, part)?.length === part.length)
    .map(having)
    .filter(([first]) => first?.parts.length === 1)
  return near.flat().map(({ value }) => ({ count: 1, doubt: 2, value, isLong: false }))
}

const own = new Set(['ending', 'last', 'latest', 'most', 'first', 'best', 'cost', 'next', 'past'])

interface ChoicePhrase extends Phrase, Pick<Choice, 'feature' | 'datedBy'> {}

/** By the filter's own choices, as each key reads them at each word. */
const known = new WeakMap<readonly Choice[], readonly ChoicePhrase[]>()

function phrasesOf(choices: readonly Choice[]): readonly ChoicePhrase[] {
  const phrases =
    known.get(choices) ??
    choices.flatMap(({ label, words = [], ...choice }) =>
      [label, ...words].map((phrase) => {
        const parts = stemsOf(phrase)
        return { ...choice, parts, only: parts.length === 1 && parts[0] !== phrase && /^[a-z]+s$/.test(phrase) ? phrase : undefined }
      }),
    )
  known.set(choices, phrases)
  return phrases
}

/** 'active', 'status active', 'pays by paypal', 'paid invoices' where 'Invoice' is what is paid. */
export function choicesAt({ param, label, choices, leads = [], needsLabel }: ChoiceWords, place: Place): Taken[] {
  const phrases = phrasesOf(choices).filter(({ feature }) => feature === undefined || apiHas(feature))
  const { words, at } = place
  const behind = (lead: number) =>
    phrasesAt(phrases, place, at + lead).flatMap(({ count, doubt, value, isLong }): Taken[] => {
      const taken = {
        count: lead + count,
        changes: { [param]: value },
        doubt,
        datedBy: choices.find((choice) => choice.value === value)?.datedBy,
        ...(lead === 0 && choices.some((choice) => choice.value === value && choice.isShared) && { isShared: true as const }),
        isVague: choices.some((choice) => choice.value === value && choice.isVague === true),
      }
      const trailing = phraseAt(words, at + lead + count, stemsOf(label))
      const withLabel = trailing > 0 ? [{ ...taken, isShared: undefined, count: taken.count + trailing, isTelling: doubt === 0 }] : []
      if (lead > 0) return [{ ...taken, isTelling: doubt === 0 }, ...withLabel]
      return needsLabel ? withLabel : [{ ...taken, isTelling: isLong, ...(doubt === 0 ? { plainOf: param } : {}) }, ...withLabel]
    })
  const led = [label, ...leads].map((lead) => phraseAt(words, at, stemsOf(lead))).filter((count) => count > 0)
  return [0, ...new Set(led)].flatMap(behind)
}
