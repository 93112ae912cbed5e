import { type Icon, LinkExternalIcon, SyncIcon } from '@primer/octicons-react'
import { webLink, whyNotLink } from '../../contract/preview.ts'
import type { Change } from '../engine/change.ts'
import type { Command } from '../engine/command.ts'
import type { Targets } from '../engine/targets.ts'
import { bulkOn, type ChangeOf } from '../shared/bulk.ts'
import { choiceStep } from '../shared/choice-step.ts'
import { commandsOn, type Shared } from '../shared/commands-on.ts'

/** What staff judge by a status: abuse reports and web-risk addresses (document 2, sections 2 and 4; ruling 48). */
export interface Review<One extends 'abuse' | 'webrisk', Status extends number> {
  type: One
  /** One and the selected ones, in a sentence. */
  nouns: { one: string; selected: string }
  /** What the commands on one share. */
  shared: Shared
  /** The heading of the commands on the selected ones. */
  selected: string
  /** The name of the command that asks for the status of one. */
  title: string
  statuses: readonly Status[]
  labels: Readonly<Record<Status, string>>
  /** The commands that set one status each. */
  marks: readonly { verb: string; status: Status; keys: string; icon: Icon; aka?: readonly string[] }[]
  keys: string
  keywords: string
  whyNot: (from: number, to: Status) => string | null
  set: (record: Targets[One], status: Status) => Change
  /** The selected ones, and the change that sets their status. */
  selection: `${One}s`
  change: (status: Status) => ChangeOf<`${One}s`>
}

const needs = 'security.manage'
const step = { title: 'Status', ask: 'Choose a status.' }

export function reviewCommands<One extends 'abuse' | 'webrisk', Status extends number>(review: Review<One, Status>): Command[] {
  const { type, nouns, shared, title, statuses, labels, marks, keys, keywords, whyNot, set } = review
  const onOne = commandsOn(type, { ...shared, needs })
  return [
    ...marks.map(({ verb, status, ...mark }) =>
      onOne({
        ...mark,
        verb,
        title: `Mark ${labels[status]}`,
        genericTitle: `Mark ${nouns.one} ${labels[status]}`,
        keywords: 'status verdict',
        whyNot: (record) => whyNot(record.status, status),
        change: (record) => set(record, status),
      }),
    ),
    onOne<{ status: Status }>({
      verb: 'set-status',
      title,
      genericTitle: `Set the status of ${nouns.one}`,
      icon: SyncIcon,
      keywords,
      keys,
      places: [],
      args: {
        status: choiceStep<Status, Targets[One]>({
          ...step,
          values: statuses,
          label: (status) => labels[status],
          whyNot: (record, status) => whyNot(record.status, status),
        }),
      },
      change: (record, { status }) => set(record, status),
    }),
  ]
}

/** The commands that set the status of selected records, each by way of a preview. */
export function selectedReviewCommands<One extends 'abuse' | 'webrisk', Status extends number>(review: Review<One, Status>): Command[] {
  const { selection, nouns, selected, statuses, labels, marks, keys, keywords, change } = review
  const onSelected = bulkOn(selection, { section: selected, needs })
  const markAll = (status: Status) => ({ change: change(status), title: `Mark ${labels[status]}`, done: `marked ${labels[status]}` })
  return [
    onSelected<{ status: Status }>({
      verb: 'set-status',
      title: 'Set status',
      genericTitle: `Set the status of ${nouns.selected}`,
      icon: SyncIcon,
      keywords: `bulk ${keywords}`,
      keys,
      args: { status: choiceStep({ ...step, values: statuses, label: (status) => labels[status] }) },
      ask: (rows, { status }) => ({
        title: `Set the status of ${rows}?`,
        body: `${rows} will become ${labels[status]}. A preview first shows what is possible for each one.`,
      }),
      job: ({ status }) => markAll(status),
    }),
    ...marks.map(({ verb, status, ...mark }) =>
      onSelected({
        ...mark,
        verb,
        title: `Mark ${labels[status]}`,
        genericTitle: `Mark ${nouns.selected} ${labels[status]}`,
        keywords: 'bulk status verdict',
        places: ['row-menu'],
        job: () => markAll(status),
      }),
    ),
  ]
}

export const openLink = (type: 'abuse' | 'webrisk', shared: Shared, title: string, genericTitle: string): Command =>
  commandsOn(
    type,
    shared,
  )({
    verb: 'open-link',
    title,
    genericTitle,
    icon: LinkExternalIcon,
    keywords: 'visit url',
    keys: 'o l',
    whyNot: ({ url }) => whyNotLink(url),
    run: (context, { url }) => {
      const address = webLink(url)
      if (address !== null) context.openInNewTab(address)
    },
  })
