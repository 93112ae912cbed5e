/** What verbs and filters need beyond the first key: fetched as soon as the palette opens. */
export { AmongLevel } from './among-level.tsx'
export { indexVerbs, narrowed, readVerbs } from '../../commands/verb-object.ts'
export { filterRow, filtersSaid, namedLists } from './filter-rows.ts'
export { askedRecord, exactOf, verbRows } from './verb-rows.ts'
export { VerbLevel } from './verb-level.tsx'
