import { MailIcon, NumberIcon } from '@primer/octicons-react'
import { whyNotSync } from '../../contract/customer-rules.ts'
import type { Command } from '../engine/command.ts'
import { copiesOf } from '../shared/copies.ts'

const copy = copiesOf('customer', { section: 'Copy' })

export const copyCommands: readonly Command[] = [
  copy({ verb: 'copy-email', what: 'email', icon: MailIcon, keys: 'y e', of: ({ email }) => email }),
  copy({ verb: 'copy-id', what: 'id', genericTitle: 'Copy customer id', icon: NumberIcon, keys: 'y i', of: ({ id }) => String(id) }),
  copy({
    verb: 'copy-link',
    what: 'link',
    title: 'Copy link to this customer',
    genericTitle: 'Copy link to the customer',
    keys: 'y l',
    of: ({ id }) => new URL(`/customers/${id}`, window.location.origin).href,
  }),
  copy({
    verb: 'copy-name',
    what: 'name',
    keys: 'y n',
    whyNot: ({ fullName }) => (fullName === '' ? 'No name.' : null),
    of: ({ fullName }) => fullName,
  }),
  copy({
    verb: 'copy-provider-id',
    what: 'provider id',
    genericTitle: 'Copy the id at the payment provider',
    icon: NumberIcon,
    keywords: 'stripe',
    keys: 'y p',
    whyNot: whyNotSync,
    of: ({ stripeCustomerId }) => stripeCustomerId ?? '',
  }),
]
