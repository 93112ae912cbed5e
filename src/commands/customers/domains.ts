import { VerifiedIcon } from '@primer/octicons-react'
import { domainCheckQuery, validateDomainMutation } from '../../api/customer-domains.ts'
import { runMutation } from '../../api/run-mutation.ts'
import type { Command } from '../engine/command.ts'
import { commandsOn, type Shared } from '../shared/commands-on.ts'
import { copiesOf } from '../shared/copies.ts'
import { openCustomer } from '../shared/open-customer.ts'

const shared: Shared = { section: 'Customer domain', places: ['row-menu'] }
const onHostname = commandsOn('hostname', shared)
const copy = copiesOf('hostname', shared)

/** Commands on customers' own domains (document 2, section 2). */
export const customerDomainCommands: readonly Command[] = [
  onHostname({
    verb: 'validate',
    title: 'Check its DNS',
    genericTitle: "Check the DNS of a customer's domain",
    icon: VerifiedIcon,
    aka: ['Validate domain', 'Verify domain', 'Check domain', 'Check DNS'],
    keywords: 'validate verify cname txt certificate',
    keys: 'd v',
    needs: 'customers.edit',
    // Documented wording (document 2, section 8).
    failureTitle: 'Request error try again',
    run: async (context, { id, user, hostname }) => {
      const found = await runMutation(context.queryClient, validateDomainMutation({ id, user }), undefined)
      context.queryClient.setQueryData(domainCheckQuery(id).queryKey, found)
      const word = (isRight: boolean) => (isRight ? 'right' : 'not right')
      return { message: `Checked ${hostname}: CNAME ${word(found.cname)}, TXT ${word(found.txt)}.` }
    },
  }),
  openCustomer('hostname', {
    ...shared,
    genericTitle: "Open a domain's customer in a new tab",
    of: ({ user }) => user,
    inNewTab: true,
  }),
  copy({
    verb: 'copy-name',
    what: 'hostname',
    genericTitle: "Copy the hostname of a customer's domain",
    keys: 'y n',
    of: ({ hostname }) => hostname,
  }),
]
