import { EyeIcon } from '@primer/octicons-react'
import { type Command, command } from './engine/command.ts'
import { navigationCommands } from './navigation.ts'

/** What screens are found by beside their names. Only the palette needs it, so the shell does without. */
const words: Readonly<Record<string, string>> = {
  general: 'revenue mrr churn chart home',
  analysis: 'countries conversion rate ads mrr',
  payments: 'refunds money charges',
  customers: 'accounts subscribers signups',
  notes: 'comments',
  feedback: 'reasons opinions',
  'customer-domains': 'hostnames cname certificate',
  'api-calls': 'requests log developers',
  referred: 'referrals recommended',
  sales: 'csv download report month',
  invoices: 'bills pdf',
  qrs: 'links',
  'archived-qrs': 'old search',
  risk: 'blocked',
  'uri-history': 'addresses former',
  'qr-stats': 'counts figures most scans',
  infected: 'virus malware detection',
  users: 'colleagues roles members team list',
  audit: 'log who changes',
  integrations: 'webhooks tokens revoke api ingest import product create add keys docs deliveries failed',
  'domain-blacklist': 'blacklist deny',
  'domain-whitelist': 'whitelist allow trusted',
  webrisk: 'unsafe phishing urls',
  'webrisk-logs': 'tracker domains',
  abuse: 'complaints reasons',
}

/** A page that the audit trail leads to, and no menu. */
const goToViews = command({
  id: 'go.views',
  title: 'Who looked',
  section: 'Admin',
  icon: EyeIcon,
  aka: ['Access log', 'Who looked at what'],
  keys: 'g 6',
  needs: 'audit.read',
  feature: 'views',
  href: '/audit/views',
  run: (context) => context.navigate('/audit/views'),
})

/** The ways to everything, with these words and those of menu and address. */
export const screenCommands: readonly Command[] = [...navigationCommands.map(withWords), goToViews]

function withWords(command: Command): Command {
  const { id, section, menuTitle = '', href } = command
  const own = words[id.replace('go.', '')]
  return own === undefined || href === undefined
    ? command
    : { ...command, keywords: `go to ${own} ${section} ${menuTitle} ${href.replaceAll('/', ' ')}` }
}
