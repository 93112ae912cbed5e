/** What verbs, filters, several identifiers and the parts of the page need beyond the first key: fetched as soon as the palette opens. */

export { recogniseSeveral } from '../../commands/several.ts'
export { indexVerbs, narrowed, readVerbs } from '../../commands/verb-object.ts'
export { AmongLevel } from './among-level.tsx'
export { filterRow, filtersSaid, namedLists } from './filter-rows.ts'
export { partCommands } from './page-parts.ts'
export { severalContents } from './several-contents.ts'
export { VerbLevel } from './verb-level.tsx'
export { askedRecord, exactOf, verbRows } from './verb-rows.ts'
