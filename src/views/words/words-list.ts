import { wordsQuery } from '../../api/words.ts'
import { type TeamWord, WordListQuery } from '../../contract/words.ts'
import { dateColumn } from '../../layout/list/date-column.ts'
import { defineList } from '../../layout/list/define-list.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listSearch } from '../../layout/list/list-search.ts'

const columns: readonly ListColumn<TeamWord>[] = [
  { id: 'word', header: 'Word', phone: 'headline', text: ({ word }) => word },
  { id: 'meaning', header: 'Means', phone: 'state', text: ({ meaning }) => meaning },
  { id: 'authorName', header: 'By', width: '200px', phone: 'fact', text: ({ authorName }) => authorName ?? '—' },
  dateColumn('updatedAt', { header: 'Changed', phone: 'fact' }),
]

/** The team's own words. */
export const wordsList = defineList({
  id: 'words',
  title: 'Words of the team',
  // The route is part of the shell, so that it knows nothing of the parameters.
  search: listSearch(WordListQuery, { query: WordListQuery.catch(() => WordListQuery.parse({})) }),
  query: wordsQuery,
  columns,
  opens: ({ word }) => word,
  target: (record) => ({ type: 'word', record }),
  emptyText: 'There is none yet. Add what your team says for something that the palette calls otherwise.',
})
