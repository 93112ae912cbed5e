import { type Icon, SyncIcon } from '@primer/octicons-react'
import type { BulkChange } from '../api/bulk.ts'
import { beforehand } from './bulk.ts'
import { type Command, type CommandContext, type Outcome, targetCommand, type Targets, unlessRefused } from './command.ts'
import { countedRecords } from './record-types.ts'
import { statusStep } from './status-step.ts'

/** What staff judge by a status: abuse reports and web-risk addresses (document 2, sections 2 and 4; ruling 48). */
export interface Review<One extends 'abuse' | 'webrisk', Status extends number> {
  type: One
  /** One and the selected ones, in a sentence. */
  nouns: { one: string; selected: string }
  /** The headings of their commands. */
  sections: { one: string; selected: string }
  /** The name of the command that asks for the status of one. */
  title: string
  statuses: readonly Status[]
  labels: Readonly<Record<Status, string>>
  /** The commands that set one status each. */
  marks: readonly { verb: string; status: Status; keys: string; icon: Icon }[]
  keys: string
  keywords: { status: string; marks: string }
  whyNot: (from: number, to: Status) => string | null
  set: (context: CommandContext, record: Targets[One], status: Status) => Promise<Outcome>
  /** The selected ones, and the change that sets their status. */
  selection: `${One}s`
  change: (status: Status) => BulkChange
}

const needs = 'security.manage'

/** The commands that set the status of one record. */
export function reviewCommands<One extends 'abuse' | 'webrisk', Status extends number>(review: Review<One, Status>): Command[] {
  const { type, nouns, sections, title, statuses, labels, marks, keys, keywords, whyNot, set } = review
  return [
    ...marks.map(({ verb, status, keys: markKeys, icon }) =>
      targetCommand(type, {
        id: `${type}.${verb}`,
        title: () => `Mark ${labels[status]}`,
        genericTitle: `Mark ${nouns.one} ${labels[status]}`,
        section: sections.one,
        icon,
        keywords: `status ${keywords.marks}`,
        keys: markKeys,
        needs,
        places: ['row-menu'],
        availability: (_context, record) => unlessRefused(whyNot(record.status, status)),
        run: (context, record) => set(context, record, status),
      }),
    ),
    targetCommand<One, { status: Status }>(type, {
      id: `${type}.set-status`,
      title: () => title,
      genericTitle: `Set the status of ${nouns.one}`,
      section: sections.one,
      icon: SyncIcon,
      keywords: keywords.status,
      keys,
      needs,
      places: [],
      args: { status: statusStep(statuses, labels, (record, status) => whyNot(record.status, status)) },
      run: (context, record, { status }) => set(context, record, status),
    }),
  ]
}

/** The commands that set the status of selected records, each by way of a preview. */
export function selectedReviewCommands<One extends 'abuse' | 'webrisk', Status extends number>(review: Review<One, Status>): Command[] {
  const { selection, nouns, sections, statuses, labels, marks, keys, keywords, change } = review
  const shared = { section: sections.selected, needs, feature: 'bulk' } as const
  const counted = ({ ids }: Targets[`${One}s`]) => countedRecords(selection, ids.length)
  const markAll = (context: CommandContext, ids: readonly number[], status: Status) =>
    context.ui.openBulk({ ...change(status), title: `Mark ${labels[status]}`, ids })
  return [
    targetCommand<`${One}s`, { status: Status }>(selection, {
      ...shared,
      id: `${selection}.set-status`,
      title: () => 'Set status',
      genericTitle: `Set the status of ${nouns.selected}`,
      icon: SyncIcon,
      keywords: `bulk ${keywords.status}`,
      keys,
      places: ['bulk-bar', 'row-menu'],
      args: { status: statusStep(statuses, labels) },
      danger: (selected, { status }) => ({
        ...beforehand,
        title: `Set the status of ${counted(selected)}?`,
        body: `${counted(selected)} become ${labels[status]}. A preview shows first, one by one, what is possible.`,
      }),
      run: (context, { ids }, { status }) => markAll(context, ids, status),
    }),
    ...marks.map(({ verb, status, keys: markKeys, icon }) =>
      targetCommand(selection, {
        ...shared,
        id: `${selection}.${verb}`,
        title: () => `Mark ${labels[status]}`,
        genericTitle: `Mark ${nouns.selected} ${labels[status]}`,
        icon,
        keywords: `bulk status ${keywords.marks}`,
        keys: markKeys,
        places: ['row-menu'],
        run: (context, { ids }) => markAll(context, ids, status),
      }),
    ),
  ]
}
