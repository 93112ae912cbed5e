import type { QueryClient } from '@tanstack/react-query'
import { runMutation } from '../../api/run-mutation.ts'
import { addWordMutation } from '../../api/words.ts'
import { WordFile, type WordInput } from '../../contract/words.ts'
import { readJson } from '../../layout/kit/json-file.tsx'
import { toastError, toastSuccess } from '../../layout/kit/toasts.tsx'
import { type Vocabulary, whyNotMeaning } from '../../layout/list/words/meaning-of.ts'

/** What a person writes of a word. */
export const written = ({ word, meaning }: WordInput): WordInput => ({ word, meaning })

/** Adds a file's words. Nothing is added of a file that has a mistake; it ends at the first word that the server refuses. */
export async function importWords(client: QueryClient, text: string, vocabulary: Vocabulary): Promise<void> {
  const read = readJson(text, WordFile, 'words')
  if ('refusal' in read) return toastError('Nothing was imported', null, read.refusal)
  const wrong = read.data.words.flatMap((word) =>
    Object.values(whyNotMeaning(word, vocabulary) ?? {}).map((why) => `‘${word.word}’: ${why}`),
  )
  if (wrong[0] !== undefined) return toastError('Nothing was imported', null, wrong[0])
  const { words } = read.data
  let done = 0
  try {
    for (const word of words) {
      await runMutation(client, addWordMutation(), word)
      done += 1
    }
    toastSuccess(`${done} ${done === 1 ? 'word' : 'words'} imported.`)
  } catch (error) {
    toastError(`${done} of ${words.length} words imported; ‘${words[done]?.word}’ was not`, error)
  }
}
