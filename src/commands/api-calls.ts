import { ArrowDownIcon, ArrowUpIcon, CodeIcon, FilterIcon, LinkIcon, NumberIcon, TerminalIcon } from '@primer/octicons-react'
import { apiCallQuery } from '../api/api-calls.ts'
import { urlOfCall } from '../contract/api-calls.ts'
import { curlOf } from '../contract/curl.ts'
import { hiddenText } from '../contract/on-demand.ts'
import type { Command } from './engine/command.ts'
import type { CommandContext } from './engine/context.ts'
import { Unavailable } from './engine/run.ts'
import { commandsOn } from './shared/commands-on.ts'
import { copiesOf } from './shared/copies.ts'
import { isAt } from './shared/is-at.ts'
import { openCustomer } from './shared/open-customer.ts'

const section = 'API call'
const onCall = commandsOn('api-call', { section })
const copy = copiesOf('api-call', { section })

const pathOf = (id: number) => `/api-calls/${id}`

/** Headers and bodies are for role 1 (ruling 3); other users see the command with the reason it is blocked. */
const whyNotOpen = (_call: unknown, { user }: CommandContext) =>
  user.capabilities.includes('api-calls.read') ? null : 'Needs full access. Only such accounts see the headers and bodies of a call.'

/** The list of one customer's calls, keeping the other filters on screen. */
function ofOwner(context: CommandContext, owner: number): string {
  const search = new URLSearchParams(isAt(context, '/api-calls') ? context.location.split('?')[1] : '')
  search.delete('page')
  search.set('owner', String(owner))
  return `/api-calls?${search.toString()}`
}

/** Commands on calls to the public API, in lists, on their own page and on the customer's. */
export const apiCallCommands: readonly Command[] = [
  onCall({
    verb: 'open',
    title: 'Open the call',
    genericTitle: 'Open an API call with its headers and bodies',
    icon: CodeIcon,
    keywords: 'detail headers body request response',
    keys: 'o d',
    isOffered: (context, { id }) => !isAt(context, pathOf(id)),
    whyNot: whyNotOpen,
    run: (context, { id }) => context.navigate(pathOf(id)),
  }),
  onCall({
    verb: 'open-next',
    title: 'Next call of this customer',
    genericTitle: "The same customer's next call, on a call's page",
    icon: ArrowUpIcon,
    keywords: 'later newer after',
    keys: 'o n',
    needsPage: true,
    places: ['page-menu'],
    isOffered: (context, { id, nextId }) => isAt(context, pathOf(id)) && nextId !== undefined,
    whyNot: ({ nextId }) => (nextId === null ? 'This is the newest call of the customer.' : null),
    run: (context, { nextId }) => context.navigate(pathOf(nextId ?? 0)),
  }),
  onCall({
    verb: 'open-previous',
    title: 'Previous call of this customer',
    genericTitle: "The same customer's previous call, on a call's page",
    icon: ArrowDownIcon,
    keywords: 'earlier older before',
    keys: 'o b',
    needsPage: true,
    places: ['page-menu'],
    isOffered: (context, { id, previousId }) => isAt(context, pathOf(id)) && previousId !== undefined,
    whyNot: ({ previousId }) => (previousId === null ? 'This is the oldest call of the customer.' : null),
    run: (context, { previousId }) => context.navigate(pathOf(previousId ?? 0)),
  }),
  openCustomer('api-call', { section, genericTitle: "Open an API call's customer", of: ({ owner }) => owner }),
  onCall({
    verb: 'filter-by-owner',
    title: ({ owner }) => `All calls of customer #${owner}`,
    genericTitle: "Show all API calls of a call's customer",
    icon: FilterIcon,
    keywords: 'filter owner same',
    keys: 'o a',
    needs: 'api-calls.read',
    run: (context, { owner }) => context.navigate(ofOwner(context, owner)),
  }),
  onCall({
    verb: 'copy-curl',
    title: 'Copy as cURL',
    genericTitle: 'Copy an API call as a cURL command, without credentials',
    icon: TerminalIcon,
    keywords: 'command line shell repeat',
    keys: 'y c',
    whyNot: whyNotOpen,
    run: async (context, { id }) => {
      const call = await context.queryClient.fetchQuery(apiCallQuery(id))
      if (call.requestBody === hiddenText) throw new Unavailable('Its body is hidden. Show what is hidden on this page first.')
      return context.copy(curlOf(call), 'cURL command')
    },
  }),
  copy({
    verb: 'copy-url',
    what: 'url',
    genericTitle: "Copy an API call's URL",
    icon: LinkIcon,
    keywords: 'path query address',
    keys: 'y a',
    of: urlOfCall,
  }),
  copy({ verb: 'copy-id', what: 'id', genericTitle: 'Copy API call id', icon: NumberIcon, keys: 'y i', of: ({ id }) => String(id) }),
]
