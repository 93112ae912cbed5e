import { LawIcon, PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { ApiFailure } from '../../api/client.ts'
import { addDomainMutation, editDomainMutation, removeDomainMutation } from '../../api/domain-lists.ts'
import { pastedHost } from '../../contract/domain-rules.ts'
import { normalizeDomain } from '../../contract/domains.ts'
import { domainListNames } from '../../contract/listed-domains.ts'
import type { Command } from '../engine/command.ts'
import type { Read } from '../engine/steps.ts'
import type { Targets } from '../engine/targets.ts'
import { change } from '../shared/change.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { copiesOf } from '../shared/copies.ts'
import { draftOf, keepingDraft } from './drafts.ts'
import { describeEntry, domainListPaths, domainWords, readDomain } from './words.ts'

const shared = { section: 'Domains', needs: 'security.manage' } as const
const onList = commandsOn('domain-list', { ...shared, places: ['page-menu'] })
const onDomain = commandsOn('domain', { ...shared, places: ['row-menu'] })
const copy = copiesOf('domain', { ...shared, places: ['row-menu'] })

const domainField = {
  title: 'Domain',
  kind: 'text',
  isOneWord: true,
  hint: () => 'example.com, or *.example.com for everything below it',
  read: readDomain,
} as const

/** The documented message for a duplicate, a general one otherwise (document 2, section 8). */
function failureTitle(error: unknown): string {
  const isDuplicate = error instanceof ApiFailure && error.body?.error === 'domain_already_exists'
  return isDuplicate ? (error.body?.message ?? '') : 'Operation error, try again.'
}

/** The success toast; says so if an allowed domain overrules the blocked one. */
const saved = (text: string, { overruledBy }: { overruledBy: string | null }) =>
  overruledBy === null ? `${text}.` : `${text}, without effect: ${overruledBy} is allowed.`

/** What adds an entry to a list. */
const adding = {
  args: { domain: { ...domainField, initial: ({ list }) => draftOf({ list, id: null }) ?? '' } },
  failureTitle,
  danger: ({ list }, { domain }) => ({
    title: `Add ${domain}?`,
    body: `${describeEntry(domain)} ${domainWords[list].effect} from now on, for all QR codes.`,
    confirmLabel: 'Add',
    undoable: true,
    wayBack: 'It can be removed again.',
    restores: true,
  }),
  run: (context, { list }, { domain }) =>
    keepingDraft({ list, id: null }, domain, () =>
      change(addDomainMutation(list), { domain }, (done) => saved(`${domainWords[list].done}: ${done.domain ?? domain}`, done)).make(
        context,
      ),
    ),
} satisfies Pick<Parameters<typeof onList<{ domain: string }>>[0], 'args' | 'failureTitle' | 'danger' | 'run'>

/** The same from wherever one is, for either list. */
const anywhere = [
  {
    verb: 'block',
    list: 'blacklisted',
    title: 'Block a domain',
    genericTitle: 'Block a domain for all customers',
    keywords: 'blacklist',
    aka: ['Blacklist domain', 'Add to the blacklist', 'Add to the blocked domains', 'Ban domain', 'Add blocked domain'],
  },
  {
    verb: 'allow',
    list: 'whitelisted',
    title: 'Allow a domain',
    genericTitle: 'Allow a domain for all customers',
    keywords: 'whitelist',
    aka: ['Whitelist domain', 'Add to the whitelist', 'Add to the allowed domains', 'Add allowed domain'],
  },
] as const

/** What removes an entry from its list. */
const removing = {
  icon: TrashIcon,
  removes: true,
  failureTitle: 'The domain could not be removed.',
  danger: ({ list, domain }) => ({
    title: `Remove ${domain}?`,
    body: `${describeEntry(domain)} is removed from the ${domainWords[list].list}.`,
    confirmLabel: 'Yes, remove',
    declineLabel: 'No',
    undoable: true,
    wayBack: 'It can be added again.',
  }),
  change: ({ id, list, domain }) => change(removeDomainMutation(list), { id, from: domain }, `Removed: ${domain}.`),
} satisfies Partial<Parameters<typeof onDomain>[0]>

/** The same by words that name the list: 'unblock' never takes a domain off the allowed ones. */
const offNamedList = [
  {
    verb: 'unblock',
    list: 'blacklisted',
    title: 'Unblock the domain',
    keywords: 'unblacklist delete',
    aka: [
      'Remove from the blocked domains',
      'Remove from the blacklist',
      'Take off the blacklist',
      'Delete from the blacklist',
      'Unban domain',
    ],
  },
  {
    verb: 'disallow',
    list: 'whitelisted',
    title: 'Disallow the domain',
    keywords: 'unwhitelist unallow dewhitelist delete',
    aka: ['Remove from the allowed domains', 'Remove from the whitelist', 'Take off the whitelist', 'Delete from the whitelist'],
  },
] as const

/** Commands on blocked and allowed domains; one dialog adds and edits (document 2, section 2). */
export const domainListCommands: readonly Command[] = [
  onList({
    verb: 'add',
    title: ({ list }) => `Add ${list === 'blacklisted' ? 'a' : 'an'} ${domainWords[list].entry}`,
    genericTitle: 'Add a domain to the list',
    icon: PlusIcon,
    keywords: 'new',
    keys: 'd a',
    ...adding,
  }),
  ...anywhere.map(({ list, ...named }) =>
    onList({
      ...named,
      icon: PlusIcon,
      places: [],
      anywhere: { type: 'domain-list', record: { id: domainListNames.indexOf(list) + 1, list } },
      isOffered: (_context, on) => on.list === list,
      ...adding,
    }),
  ),
  onList({
    verb: 'find-rule',
    title: 'Find out which rule wins',
    genericTitle: 'Find out which entry decides on an address',
    icon: LawIcon,
    keywords: 'check url test blocked allowed decides',
    keys: 'd w',
    feature: 'domain-rules',
    args: {
      url: { title: 'Address or domain', kind: 'text', isOneWord: true, hint: () => 'Any URL. It will not be opened.', read: readAddress },
    },
    run: (context, { list }, { url }) => {
      const { pathname, searchParams } = new URL(context.location, context.origin)
      const search = pathname === domainListPaths[list] ? searchParams : new URLSearchParams()
      search.set('checked', url)
      context.navigate(`${domainListPaths[list]}?${search.toString()}`)
    },
  }),
  onDomain({
    verb: 'edit',
    title: ({ list }) => `Edit the ${domainWords[list].entry}`,
    genericTitle: 'Edit a domain of the list',
    icon: PencilIcon,
    keywords: 'change',
    keys: 'd e',
    args: { domain: { ...domainField, initial: (entry) => draftOf(entry) ?? entry.domain, read: readOther } },
    failureTitle,
    danger: ({ list, domain: before }, { domain }) => ({
      title: `Change ${before}?`,
      body: `${before} → ${describeEntry(domain)}, which ${domainWords[list].effect} from now on, for all QR codes.`,
      confirmLabel: 'Save',
      undoable: true,
      wayBack: 'It can be changed back.',
      restores: true,
    }),
    run: (context, entry, { domain }) => {
      const edit = { id: entry.id, domain, from: entry.domain }
      return keepingDraft(entry, domain, () =>
        change(editDomainMutation(entry.list), edit, (done) =>
          saved(`Changed: ${entry.domain} is now ${done.domain ?? domain}`, done),
        ).make(context),
      )
    },
  }),
  onDomain({
    verb: 'remove',
    title: ({ list }) => `Remove from the ${domainWords[list].list}`,
    genericTitle: 'Remove a domain from the list',
    aka: ['Delete'],
    keywords: 'delete',
    keys: 'd d',
    ...removing,
  }),
  ...offNamedList.map(({ list, ...named }) =>
    onDomain({
      ...named,
      genericTitle: named.title,
      places: [],
      whyNot: (entry) => (entry.list === list ? null : `Not one of the ${domainWords[list].list}.`),
      ...removing,
    }),
  ),
  copy({
    verb: 'copy-name',
    what: 'domain',
    genericTitle: 'Copy a domain of the list',
    keys: 'y n',
    of: ({ domain }) => domain,
  }),
]

function readOther(typed: string, { domain }: Targets['domain']): Read<string> {
  const read = readDomain(typed)
  return read.value !== null && normalizeDomain(read.value) === domain ? { value: null, refusal: 'This is already its domain.' } : read
}

function readAddress(typed: string): Read<string> {
  const pasted = pastedHost(typed)
  return pasted.kind === 'none' ? { value: null, refusal: pasted.reason } : { value: typed.trim(), refusal: null }
}
