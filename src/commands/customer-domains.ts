import { domainCheckQuery, validateDomainMutation } from '../api/customer-domains.ts'
import { CopyIcon, PersonIcon, VerifiedIcon } from '@primer/octicons-react'
import { runMutation } from '../api/run-mutation.ts'
import { type Command, targetCommand } from './command.ts'

const section = 'Customer domain'

/** Commands on customers' own domains (document 2, section 2). */
export const customerDomainCommands: readonly Command[] = [
  targetCommand('hostname', {
    id: 'hostname.validate',
    title: () => 'Check its DNS',
    genericTitle: "Check the DNS of a customer's domain",
    section,
    icon: VerifiedIcon,
    keywords: 'validate verify cname txt certificate',
    keys: 'd v',
    needs: 'customers.edit',
    places: ['row-menu'],
    // Documented wording (document 2, section 8).
    failureTitle: 'Request error try again',
    run: async (context, { id, user, hostname }) => {
      const found = await runMutation(context.queryClient, validateDomainMutation({ id, user }), undefined)
      context.queryClient.setQueryData(domainCheckQuery(id).queryKey, found)
      const word = (isRight: boolean) => (isRight ? 'right' : 'missing or wrong')
      return { message: `Checked ${hostname}: CNAME ${word(found.cname)}, TXT ${word(found.txt)}.` }
    },
  }),
  targetCommand('hostname', {
    id: 'hostname.open-customer',
    title: () => 'Open its customer in a new tab',
    genericTitle: "Open a domain's customer in a new tab",
    section,
    icon: PersonIcon,
    keywords: 'owner user',
    keys: 'o c',
    places: ['row-menu'],
    run: (context, { user }) => context.openInNewTab(`/customers/${user}`),
  }),
  targetCommand('hostname', {
    id: 'hostname.copy-name',
    title: () => 'Copy hostname',
    genericTitle: "Copy the hostname of a customer's domain",
    section,
    icon: CopyIcon,
    keys: 'y n',
    places: ['row-menu'],
    run: (context, { hostname }) => context.copy(hostname, 'hostname'),
  }),
]
