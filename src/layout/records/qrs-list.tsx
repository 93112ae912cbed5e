import { AlertIcon } from '@primer/octicons-react'
import { fetchMatchingQrs } from '../../api/qr-bulk.ts'
import { qrsQuery } from '../../api/qrs.ts'
import { formatCount } from '../../contract/count.ts'
import { staffPage } from '../../contract/preview.ts'
import { qrTypeWords } from '../../contract/qr-type-words.ts'
import { type QrListQuery, type QrRow, qrStatus, qrStatuses, qrTypes } from '../../contract/qrs.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { agoColumn, dateColumn } from '../list/date-column.ts'
import { defineList } from '../list/define-list.ts'
import type { ListFilter } from '../list/filter-definition.ts'
import { dateFilter } from '../list/filters/date-filter.ts'
import { ageOrders, choiceFilter, linkedFilter, orderWords } from '../list/filters/filters.ts'
import { measureFilter } from '../list/filters/measure-filter.ts'
import { searchFilter } from '../list/filters/search-filter.tsx'
import { growingWidth } from '../list/growing-width.ts'
import { idColumn } from '../list/id-column.ts'
import type { BulkSpec, ListColumn } from '../list/list-definition.ts'
import type { ListSearch } from '../list/list-search.ts'
import { customerName } from './customer-name.tsx'
import { qrStatusColours } from './qr-status-colour.ts'
import { customerQrsSearch, qrsSearch } from './qrs-search.ts'
import { RecordLink } from './record-link.tsx'

const nameOf = (qr: QrRow) => qr.name || `QR ${qr.id}`

/** The staff view of the public page, if its address is a web address. */
function UriLink({ qr }: { qr: QrRow }) {
  const href = staffPage(qr.qrUri)
  if (href === null) return qr.uri || '—'
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {qr.uri}
    </a>
  )
}

function Virus({ qr }: { qr: QrRow }) {
  if (!qr.virus) return '—'
  return (
    <span className="inline-row gap-4 danger medium">
      <AlertIcon size={12} /> true
    </span>
  )
}

/** Who it belongs to; another admin API may tell the id only. */
const ownerOf = ({ owner, user }: QrRow) => (owner ? customerName(owner) : `#${user}`)

const ownerColumn: ListColumn<QrRow> = {
  id: 'owner',
  header: 'Owner',
  phone: 'fact',
  brief: ownerOf,
  cell: (qr) => (
    <RecordLink href={`/customers/${qr.user}`}>
      <bdi translate="no">{ownerOf(qr)}</bdi>
    </RecordLink>
  ),
  text: (qr) => (qr.owner ? `${ownerOf(qr)}, ${qr.owner.email}` : ownerOf(qr)),
}

const scansText = ({ scans }: QrRow) => `${formatCount(scans)} ${scans === 1 ? 'scan' : 'scans'}`

/** 'Email' alone is rather that of a customer. */
const isOtherWord = (type: (typeof qrTypes)[number]) => /^(email|text|event|feedback|product|business|app)$/.test(type)

const columns: readonly ListColumn<QrRow>[] = [
  idColumn,
  { id: 'name', header: 'Name', phone: 'headline', text: nameOf },
  { id: 'type', header: 'Type', width: growingWidth(84, 120), text: (qr) => qrTypeWords(qr.type) },
  dateColumn('createdAt', { header: 'Created' }),
  agoColumn('updatedAt', { header: 'Updated' }),
  { id: 'scans', header: 'Scans', width: '68px', align: 'end', phone: 'fact', brief: scansText, cell: (qr) => formatCount(qr.scans) },
  { id: 'visits', header: 'Visits', width: '68px', align: 'end', cell: (qr) => formatCount(qr.visits) },
  {
    id: 'virus',
    header: 'Virus',
    width: '56px',
    phone: 'fact',
    brief: (qr) => (qr.virus ? <span className="danger medium">virus</span> : null),
    firstDirection: 'desc',
    cell: (qr) => <Virus qr={qr} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '92px',
    phone: 'state',
    cell: (qr) => <StatusBadge status={qrStatus(qr)} colour={qrStatusColours[qrStatus(qr)]} />,
  },
  { id: 'uri', header: 'URI', width: '88px', cell: (qr) => <UriLink qr={qr} />, text: (qr) => qr.qrUri },
]

/** Where they lead, typed into the search box. */
const targetFilter: ListFilter = {
  id: 'target',
  params: ['searchTerm', 'searchMode'],
  words: {
    kind: 'target',
    param: 'searchTerm',
    changes: { searchMode: 'target' },
    leads: [
      'to',
      ...['leading', 'leads', 'lead', 'pointing', 'points', 'point', 'linking', 'links', 'link', 'going'].flatMap((verb) => [
        `${verb} to`,
        `qr ${verb} to`,
      ]),
      'qr to',
    ],
  },
  chip: (search) => (search['searchMode'] === 'target' && search['searchTerm'] !== undefined ? `Leads to ${search['searchTerm']}` : null),
}

const filters: readonly ListFilter[] = [
  searchFilter({
    param: 'searchTerm',
    label: 'Search QR codes',
    placeholder: 'Search QR codes…',
    mode: {
      param: 'searchMode',
      label: 'Search mode',
      choices: [
        { value: 'uri', label: 'uri' },
        { value: 'name', label: 'name' },
        { value: 'target', label: 'target', feature: 'fields' },
      ],
    },
  }),
  choiceFilter({
    param: 'type',
    label: 'Type',
    all: 'All types',
    choices: qrTypes.map((type) => ({ value: type, label: qrTypeWords(type), words: [type], isVague: isOtherWord(type) })),
  }),
  {
    ...choiceFilter({
      param: 'status',
      label: 'Status',
      all: 'All statuses',
      // Nobody knows when one was blocked, stopped or deleted.
      choices: qrStatuses.map((status) => ({ value: status, label: status, datedBy: status === 'active' ? undefined : null })),
    }),
    feature: 'fields',
  },
  dateFilter({ label: 'Created' }),
  measureFilter('Scans', {
    params: ['scansFrom', 'scansTo'],
    isMoney: false,
    nouns: ['scans'],
    leads: ['scanned'],
    none: ['never scanned', 'not scanned', 'without scans', 'no scans', 'unscanned'],
  }),
  { ...targetFilter, feature: 'fields' },
  { ...linkedFilter({ param: 'exactSearch', chip: () => 'The whole URI only' }), feature: 'fields' },
]

const widerSearch = (search: ListSearch) =>
  search['exactSearch'] === 'true' && search['searchTerm'] !== undefined
    ? { term: search['searchTerm'], noun: ['QR code', 'QR codes'] as const, changes: { exactSearch: undefined } }
    : null

const bulkOf = (customer?: number): BulkSpec<QrListQuery> => ({
  target: (ids) => ({ type: 'qrs', record: { id: ids.length, ids } }),
  matching: async ({ searchTerm, searchMode, exactSearch, from, to, type, status, customer: owner, scansFrom, scansTo }) => {
    const filters = { searchTerm, searchMode, exactSearch, from, to, type, status, scansFrom, scansTo }
    return (await fetchMatchingQrs({ ...filters, customer: customer ?? owner })).ids
  },
})

/** The QR list (document 2, section 2). QR codes have no page, so a row opens the side panel. */
export const qrsList = defineList({
  id: 'qrs',
  title: 'QR codes',
  alsoCalled: ['codes', 'qr'],
  path: '/qrs',
  search: qrsSearch,
  query: qrsQuery,
  exportAs: 'qrs',
  columns: columns.flatMap((column) => (column.id === 'name' ? [{ ...column, width: growingWidth(128, 190) }, ownerColumn] : [column])),
  filters: [
    ...filters,
    linkedFilter({ param: 'customer', label: 'Customer', chip: (id) => `Customer #${id}` }),
    ...ageOrders,
    orderWords({ sort: 'scans', label: 'Most scans first', phrases: ['most scanned', 'most scans', 'top', 'most popular', 'most used'] }),
    orderWords({
      sort: 'scans',
      direction: 'asc',
      label: 'Fewest scans first',
      phrases: ['least scanned', 'fewest scans'],
    }),
    orderWords({ sort: 'visits', label: 'Most visits first', phrases: ['most visited', 'most visits'] }),
  ],
  href: (qr) => `/customers/${qr.user}`,
  panel: 'qr',
  linksToPanel: true,
  opens: (qr) => `the customer of ${nameOf(qr)}`,
  nameOf,
  bulk: bulkOf(),
  target: (record) => ({ type: 'qr', record }),
  emptyText: 'QR codes appear here: remove a filter, search for part of the short address, or switch to name for what customers call them.',
  widerSearch,
})

export const customerQrsList = (customerId: number) =>
  defineList({
    id: `qrs.${customerId}`,
    columnsId: 'customer-qrs',
    title: 'QR codes',
    search: customerQrsSearch,
    query: (query: QrListQuery) => qrsQuery({ ...query, customer: customerId }),
    exportAs: 'qrs',
    columns: columns.map((column) => (column.id === 'type' ? { ...column, phone: 'fact' } : column)),
    filters,
    panel: 'qr',
    opens: nameOf,
    bulk: bulkOf(customerId),
    target: (record) => ({ type: 'qr', record }),
    emptyText: 'QR codes of this customer appear here: remove a filter to see more.',
    noneText: 'QR codes appear here once this customer has made one.',
    widerSearch,
  })
