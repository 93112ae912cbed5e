import { Label } from '@primer/react'
import { apiHas } from '../../api/features.ts'
import type { AuditRow } from '../../contract/audit.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { dateColumn } from '../../layout/list/date-column.ts'
import { defineList } from '../../layout/list/define-list.ts'
import type { ListFilter } from '../../layout/list/filter-definition.ts'
import { dateFilter } from '../../layout/list/filters/date-filter.ts'
import { choiceFilter } from '../../layout/list/filters/filters.ts'
import { searchFilter } from '../../layout/list/filters/search-filter.tsx'
import { numberFilter } from '../../layout/list/filters/typed-filter.ts'
import { growingWidth } from '../../layout/list/growing-width.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { ListPage } from '../../layout/list/list-page.tsx'
import { actionWords, knownActions } from '../../layout/records/action-words.ts'
import { changedFields, changeText } from '../../layout/records/changed-fields.ts'
import { CutText, TextLine } from '../../layout/records/cut-text.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { auditSource } from './search.ts'
import { targetName, targetNames } from './target-name.ts'

/** The customer a change concerns, directly or as the record's owner; null if none. */
function customerOf({ targetType, targetId, before, after }: AuditRow): number | null {
  if (targetType === 'customer') return targetId
  const owner = after?.['userId'] ?? before?.['userId']
  return typeof owner === 'number' ? owner : null
}

const targetText = (row: AuditRow) => `${targetName(row.targetType)} #${row.targetId}`

const changesText = (row: AuditRow) =>
  changedFields(row.before, row.after, row.targetType)
    .map((field) => `${field.name}: ${changeText(field)}`)
    .join('\n')

const readOf = (row: AuditRow) => ({
  text: changesText(row),
  title: `${actionWords(row.action)}: ${targetText(row)}`,
  subtitle: `${row.actorEmail}, ${formatDateTime(row.at)}`,
})

/** Who did it, and who agreed. */
function actorText({ actorEmail, approvedBy }: AuditRow): string {
  return approvedBy === null ? actorEmail : `${actorEmail}, approved by ${approvedBy}`
}

const columns: readonly ListColumn<AuditRow>[] = [
  dateColumn('at', { header: 'When', phone: 'state' }),
  { id: 'who', header: 'Who', width: growingWidth(220, 300), phone: 'fact', cell: actorText, text: whoText },
  {
    id: 'what',
    header: 'What',
    width: '200px',
    wraps: true,
    phone: 'title',
    brief: (row) => (row.undoneBy === null ? actionWords(row.action) : `${actionWords(row.action)} (undone)`),
    cell: (row) => <What row={row} />,
    text: (row) => actionWords(row.action),
  },
  { id: 'on', header: 'On what', width: '140px', phone: 'link', text: targetText },
  {
    id: 'changes',
    header: 'Before → after',
    wraps: true,
    phone: 'fact',
    brief: (row) => (changesText(row) === '' ? null : <TextLine {...readOf(row)} />),
    cell: (row) => (changesText(row) === '' ? '—' : <CutText {...readOf(row)} keepsLines />),
  },
]

/** What was done, and whether it was undone. */
function What({ row }: { row: AuditRow }) {
  return (
    <>
      <span>{actionWords(row.action)}</span>{' '}
      {row.undoneBy === null ? null : (
        <Label variant="attention" title={`Undone by change #${row.undoneBy}`}>
          undone
        </Label>
      )}
    </>
  )
}

function whoText(row: AuditRow): string {
  return [actorText(row), row.ip && `from ${row.ip}`, row.actorId === null ? 'account deleted' : null].filter(Boolean).join(', ')
}

/** Set by the row of a playbook's run, which leads to its steps. */
const runFilter: ListFilter = {
  id: 'run',
  params: ['run'],
  words: null,
  chip: ({ run }) => (typeof run === 'string' ? 'One run of a playbook' : null),
}

const hrefOf = (row: AuditRow) => {
  if (row.action === 'playbook.run' && row.batch !== null) return `/audit?run=${row.batch}`
  const customer = customerOf(row)
  return customer === null ? `/audit?targetType=${encodeURIComponent(row.targetType)}&targetId=${row.targetId}` : `/customers/${customer}`
}

const opensText = (row: AuditRow) => {
  if (row.action === 'playbook.run') return 'the steps of this run'
  const customer = customerOf(row)
  return customer === null
    ? `all changes of ${targetText(row).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`
    : `customer #${customer}`
}

/**
 * The audit trail: who did what, to whom, before and after. A row opens its customer, else all changes of its record.
 */
const auditList = defineList({
  id: 'audit',
  title: 'Audit trail',
  alsoCalled: ['audit log', 'change log', 'activity log'],
  path: '/audit',
  ...auditSource,
  exportAs: 'audit',
  columns,
  filters: [
    searchFilter({ param: 'actor', label: 'Search by staff email', placeholder: 'Staff email, or part of it…' }),
    choiceFilter({ param: 'action', label: 'Action', all: 'All actions', choices: knownActions, wordsOf: actionWords }),
    choiceFilter({
      param: 'targetType',
      label: 'Target',
      all: 'All targets',
      needsLabel: true,
      choices: Object.entries(targetNames).map(([value, label]) => ({ value, label })),
      wordsOf: targetName,
    }),
    numberFilter({ param: 'targetId', label: 'Target id', chip: (id) => `Target #${id}` }),
    dateFilter({ label: 'When' }),
    runFilter,
  ],
  href: hrefOf,
  opens: opensText,
  linkLabel: (row) => `${targetText(row)}: open ${opensText(row)}`,
  emptyText: 'What staff change appears here: remove a filter, or search for part of their email.',
})

export const AuditPage = () => (
  <ListPage list={auditList} actions={apiHas('views') ? <RecordLink href="/audit/views">Who looked</RecordLink> : null} />
)
