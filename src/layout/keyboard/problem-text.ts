import { keyLabel, strokeLabel } from '../../commands/keys/key-labels.ts'
import type { KeyProblem } from '../../commands/keys/key-scheme.ts'
import { isMac } from '../kit/platform.ts'

/** Why a command can't have these keys. */
export function problemText(problem: KeyProblem): string {
  switch (problem.kind) {
    case 'unknown':
      return 'There is no such command.'
    case 'needed':
      return 'This one always has a key, because everything else can be reached through it.'
    case 'form':
      return 'Keys are one or two strokes of letters, digits and signs that every keyboard has.'
    case 'reserved':
      return `${strokeLabel(problem.stroke, isMac)} belongs to ${problem.by}.`
    case 'asks':
      return 'This command asks before it runs, so a single key is not enough: press two, one after the other.'
    case 'typing':
      return `This command works while you type, so it needs ${strokeLabel('$mod+;', isMac).slice(0, -1).trim()} and a character.`
    case 'repeats':
      return 'This command repeats while its key is held, so it takes one key, not two.'
    case 'list':
      return 'Enter, Delete and the arrows act on what has the focus, or move through a list.'
    case 'taken':
      return takenText(problem)
  }
}

function takenText({ keys, by }: Extract<KeyProblem, { kind: 'taken' }>): string {
  const [first] = by
  if (!first) return ''
  const named = `‘${first.title(null)}’ (${keyLabel(first.keys ?? '', isMac)})`
  if (by.length === 1 && first.keys === keys) return `‘${first.title(null)}’ has ${keyLabel(keys, isMac)} already.`
  if (by.length === 1) return `They can’t be told apart from those of ${named}.`
  return `They can’t be told apart from those of ${named} and ${by.length - 1} ${by.length === 2 ? 'other' : 'others'}.`
}
