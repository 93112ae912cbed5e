import { addDomainMutation, editDomainMutation, removeDomainMutation } from '../api/domain-lists.ts'
import { CopyIcon, LawIcon, PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { ApiFailure } from '../api/client.ts'
import { runMutation } from '../api/run-mutation.ts'
import { normalizeDomain } from '../contract/domains.ts'
import { pastedHost } from '../contract/domain-rules.ts'
import { type Command, type Read, targetCommand, type Targets } from './command.ts'
import { draftOf, keepingDraft } from './domain-drafts.ts'
import { describeEntry, domainListPaths, domainWords, readDomain } from './domain-words.ts'
import { undoOf } from './undo-of.ts'

const shared = { section: 'Domains', needs: 'security.manage' } as const

type Domain = Targets['domain']

/** The documented message for a duplicate, a general one otherwise (document 2, section 8). */
function failureTitle(error: unknown): string {
  const isDuplicate = error instanceof ApiFailure && error.body?.error === 'domain_already_exists'
  return isDuplicate ? (error.body?.message ?? '') : 'Operation error, try again.'
}

/** The success toast; says so if an allowed domain overrules the blocked one. */
const saved = (text: string, { overruledBy }: { overruledBy: string | null }) =>
  overruledBy === null ? `${text}.` : `${text}, without effect: ${overruledBy} is allowed.`

/** Commands on blocked and allowed domains; one dialog adds and edits (document 2, section 2). */
export const domainListCommands: readonly Command[] = [
  targetCommand<'domain-list', { domain: string }>('domain-list', {
    ...shared,
    id: 'domain-list.add',
    title: ({ list }) => `Add ${list === 'blacklisted' ? 'a' : 'an'} ${domainWords[list].entry}`,
    genericTitle: 'Add a domain to the list',
    icon: PlusIcon,
    keywords: 'new block allow blacklist whitelist',
    keys: 'd a',
    places: ['page-menu'],
    args: {
      domain: {
        title: 'Domain',
        kind: 'text',
        hint: () => 'example.com, or *.example.com for all that is below it as well',
        initial: ({ list }) => draftOf({ list, id: null }) ?? '',
        read: readDomain,
      },
    },
    failureTitle,
    closesOnFailure: true,
    danger: ({ list }, { domain }) => ({
      title: `Add ${domain}?`,
      body: `${describeEntry(domain)} ${domainWords[list].effect} from now on, for the QR codes of all customers.`,
      confirmLabel: 'Add',
      undoable: true,
      wayBack: 'It can be removed again.',
      restores: true,
    }),
    run: async (context, { list }, { domain }) => {
      const done = await keepingDraft({ list, id: null }, domain, () => runMutation(context.queryClient, addDomainMutation(list), domain))
      return { message: saved(`${domainWords[list].done}: ${done.domain ?? domain}`, done), ...undoOf(done) }
    },
  }),
  targetCommand<'domain-list', { url: string }>('domain-list', {
    ...shared,
    id: 'domain-list.find-rule',
    title: () => 'Find out which rule wins',
    genericTitle: 'Find out which entry decides on an address',
    icon: LawIcon,
    keywords: 'check url test blocked allowed decides',
    keys: 'd w',
    feature: 'domain-rules',
    places: ['page-menu'],
    args: { url: { title: 'Address or domain', kind: 'text', hint: () => 'Any URL: nothing of it is opened.', read: readAddress } },
    run: (context, { list }, { url }) => {
      const { pathname, searchParams } = new URL(context.location, context.origin)
      const search = pathname === domainListPaths[list] ? searchParams : new URLSearchParams()
      search.set('checked', url)
      context.navigate(`${domainListPaths[list]}?${search.toString()}`)
    },
  }),
  targetCommand<'domain', { domain: string }>('domain', {
    ...shared,
    id: 'domain.edit',
    title: ({ list }) => `Edit the ${domainWords[list].entry}`,
    genericTitle: 'Edit a domain of the list',
    icon: PencilIcon,
    keywords: 'change rename',
    keys: 'd e',
    places: ['row-menu'],
    args: {
      domain: {
        title: 'Domain',
        kind: 'text',
        hint: () => 'example.com, or *.example.com for all that is below it as well',
        initial: (entry) => draftOf(entry) ?? entry.domain,
        read: readOther,
      },
    },
    failureTitle,
    closesOnFailure: true,
    danger: ({ list, domain: before }, { domain }) => ({
      title: `Change ${before}?`,
      body: `${describeEntry(domain)} ${domainWords[list].effect} from now on, and ${before} is no longer in the list.`,
      confirmLabel: 'Save',
      undoable: true,
      wayBack: 'It can be changed back.',
      restores: true,
    }),
    run: async (context, entry, { domain }) => {
      const edit = { id: entry.id, domain, from: entry.domain }
      const done = await keepingDraft(entry, domain, () => runMutation(context.queryClient, editDomainMutation(entry.list), edit))
      return { message: saved(`Changed: ${entry.domain} is now ${done.domain ?? domain}`, done), ...undoOf(done) }
    },
  }),
  targetCommand('domain', {
    ...shared,
    id: 'domain.remove',
    removes: true,
    title: ({ list }) => `Remove from the ${domainWords[list].list}`,
    genericTitle: 'Remove a domain from the list',
    icon: TrashIcon,
    keywords: 'delete unblock',
    keys: 'd d',
    places: ['row-menu'],
    failureTitle: 'The domain could not be removed.',
    closesOnFailure: true,
    danger: ({ list, domain }) => ({
      title: `Remove ${domain}?`,
      body: `${describeEntry(domain)} is taken off the ${domainWords[list].list}.`,
      confirmLabel: 'Yes, remove',
      declineLabel: 'No',
      undoable: true,
      wayBack: 'It can be added again.',
    }),
    run: async (context, { id, list, domain }) => {
      const done = await runMutation(context.queryClient, removeDomainMutation(list), { id, from: domain })
      return { message: `Removed: ${domain}.`, ...undoOf(done) }
    },
  }),
  targetCommand('domain', {
    ...shared,
    id: 'domain.copy-name',
    title: () => 'Copy domain',
    genericTitle: 'Copy a domain of the list',
    icon: CopyIcon,
    keys: 'y n',
    places: ['row-menu'],
    run: (context, { domain }) => context.copy(domain, 'domain'),
  }),
]

function readOther(typed: string, { domain }: Domain): Read<string> {
  const read = readDomain(typed)
  return read.value !== null && normalizeDomain(read.value) === domain ? { value: null, refusal: 'This is its domain already.' } : read
}

function readAddress(typed: string): Read<string> {
  const pasted = pastedHost(typed)
  return pasted.kind === 'none' ? { value: null, refusal: pasted.reason } : { value: typed.trim(), refusal: null }
}
