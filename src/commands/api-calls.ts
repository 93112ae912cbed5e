import { ArrowDownIcon, ArrowUpIcon, CodeIcon, FilterIcon, LinkIcon, NumberIcon, PersonIcon, TerminalIcon } from '@primer/octicons-react'
import { urlOfCall } from '../contract/api-calls.ts'
import { type Availability, blocked, type Command, type CommandContext, hidden, ready, targetCommand, type Targets } from './command.ts'

const section = 'API call'
const places = ['row-menu', 'page-menu'] as const

const pathOf = ({ id }: { id: number }) => `/api-calls/${id}`
const pathNow = (context: CommandContext) => context.location.split('?')[0] ?? ''
const isOwnPage = (context: CommandContext, call: { id: number }) => pathNow(context) === pathOf(call)

/** Headers and bodies are for role 1 (ruling 3); other users see the command with the reason it is blocked. */
const ifOpen = (context: CommandContext): Availability =>
  context.user.capabilities.includes('api-calls.read')
    ? ready
    : blocked('Needs full access. Only such accounts see the headers and bodies of a call.')

/** The list of one customer's calls, keeping the other filters on screen. */
function ofOwner(context: CommandContext, owner: number): string {
  const search = new URLSearchParams(pathNow(context) === '/api-calls' ? context.location.split('?')[1] : '')
  search.delete('page')
  search.set('owner', String(owner))
  return `/api-calls?${search.toString()}`
}

function neighbour(context: CommandContext, call: Targets['api-call'], id: number | null | undefined, none: string): Availability {
  if (!isOwnPage(context, call) || id === undefined) return hidden
  return id === null ? blocked(none) : ready
}

/** Commands on calls to the public API, in lists, on their own page and on the customer's. */
export const apiCallCommands: readonly Command[] = [
  targetCommand('api-call', {
    id: 'api-call.open',
    title: () => 'Open the call',
    genericTitle: 'Open an API call with its headers and bodies',
    section,
    icon: CodeIcon,
    keywords: 'detail headers body request response',
    keys: 'o d',
    places,
    availability: (context, call) => (isOwnPage(context, call) ? hidden : ifOpen(context)),
    run: (context, call) => context.navigate(pathOf(call)),
  }),
  targetCommand('api-call', {
    id: 'api-call.open-next',
    title: () => 'Next call of this customer',
    genericTitle: "The same customer's next call, on a call's page",
    section,
    icon: ArrowUpIcon,
    keywords: 'later newer after',
    keys: 'o n',
    places: ['page-menu'],
    availability: (context, call) => neighbour(context, call, call.nextId, 'This is the newest call of the customer.'),
    run: (context, { nextId }) => context.navigate(pathOf({ id: nextId ?? 0 })),
  }),
  targetCommand('api-call', {
    id: 'api-call.open-previous',
    title: () => 'Previous call of this customer',
    genericTitle: "The same customer's previous call, on a call's page",
    section,
    icon: ArrowDownIcon,
    keywords: 'earlier older before',
    keys: 'o b',
    places: ['page-menu'],
    availability: (context, call) => neighbour(context, call, call.previousId, 'This is the oldest call of the customer.'),
    run: (context, { previousId }) => context.navigate(pathOf({ id: previousId ?? 0 })),
  }),
  targetCommand('api-call', {
    id: 'api-call.open-customer',
    title: () => 'Open its customer',
    genericTitle: "Open an API call's customer",
    section,
    icon: PersonIcon,
    keywords: 'owner user',
    keys: 'o c',
    places,
    availability: (context, { owner }) => (pathNow(context) === `/customers/${owner}` ? hidden : ready),
    run: (context, { owner }) => context.navigate(`/customers/${owner}`),
  }),
  targetCommand('api-call', {
    id: 'api-call.filter-by-owner',
    title: ({ owner }) => `All calls of customer #${owner}`,
    genericTitle: "Show all API calls of a call's customer",
    section,
    icon: FilterIcon,
    keywords: 'filter owner same',
    keys: 'f o',
    needs: 'api-calls.read',
    places,
    run: (context, { owner }) => context.navigate(ofOwner(context, owner)),
  }),
  targetCommand('api-call', {
    id: 'api-call.copy-curl',
    title: () => 'Copy as cURL',
    genericTitle: 'Copy an API call as a cURL command, without credentials',
    section,
    icon: TerminalIcon,
    keywords: 'command line shell repeat',
    keys: 'y c',
    places,
    availability: ifOpen,
    run: copyCurl,
  }),
  targetCommand('api-call', {
    id: 'api-call.copy-url',
    title: () => 'Copy url',
    genericTitle: "Copy an API call's url",
    section,
    icon: LinkIcon,
    keywords: 'path query address',
    keys: 'y a',
    places,
    run: (context, call) => context.copy(urlOfCall(call), 'url'),
  }),
  targetCommand('api-call', {
    id: 'api-call.copy-id',
    title: () => 'Copy id',
    genericTitle: 'Copy API call id',
    section,
    icon: NumberIcon,
    keys: 'y i',
    places,
    run: (context, { id }) => context.copy(String(id), 'id'),
  }),
]

/** Loaded on first use, to keep it out of the shell. */
async function copyCurl(context: CommandContext, { id }: Targets['api-call']) {
  const [{ apiCallQuery }, { curlOf }] = await Promise.all([import('../api/api-calls.ts'), import('../contract/curl.ts')])
  await context.copy(curlOf(await context.queryClient.fetchQuery(apiCallQuery(id))), 'cURL command')
}
