import { queryOptions } from '@tanstack/react-query'
import { addWord, deleteWord, editWord, listMissing, listWords, maxWords, reportMissing } from '../contract/words.ts'
import { changeOptions } from './change-options.ts'
import { byItself, call } from './client.ts'
import { listOptions } from './options.ts'

export const wordsQuery = listOptions(listWords, 'words', 'list')

/** All words of the team, as the palette reads by them. */
export const teamWordsQuery = () =>
  queryOptions({
    queryKey: ['words', 'all'],
    queryFn: ({ signal }) => byItself(() => call(listWords, { query: { perPage: maxWords }, signal })),
    select: ({ rows }) => rows,
  })

/** Throws ApiFailure 409 `conflict` if it is there already or one would explain another. */
export const addWordMutation = changeOptions(addWord, ['word'])

/** The same; 409 `stale` if somebody else changed it first. */
export const editWordMutation = changeOptions(editWord, ['word'])

export const deleteWordMutation = changeOptions(deleteWord, ['word'])

/** What found nothing again and again. */
export const missingQuery = () =>
  queryOptions({
    queryKey: ['words', 'missing'],
    queryFn: ({ signal }) => call(listMissing, { signal }),
    select: ({ rows }) => rows,
  })

/** Counts a text for which the palette found nothing. */
export const sendMissing = (text: string) => byItself(() => call(reportMissing, { body: { text } }))
