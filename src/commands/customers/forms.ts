import { NoteIcon, PencilIcon } from '@primer/octicons-react'
import { billingQuery } from '../../api/billing.ts'
import { type BillingData, needsVatNumber } from '../../contract/billing.ts'
import { limits } from '../../contract/customer-actions.ts'
import { whyNotDescribe, whyNotEditBilling } from '../../contract/customer-rules.ts'
import { Email } from '../../contract/fields.ts'
import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { type ArgumentStep, type Arguments, readBy } from '../engine/steps.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { pageOf } from './customers.ts'

const onCustomer = commandsOn('customer', { section: 'Customer' })

/** A value typed with its command is what the form begins with; the form checks it. */
const word = (title: string, isOne: RegExp): ArgumentStep<unknown, string> => {
  const read = (typed: string) =>
    isOne.test(typed) ? { value: typed, refusal: null } : { value: null, refusal: `This can’t be a ${title}.` }
  return { title, kind: 'text', isOneWord: true, read, readAhead: read }
}

const limitStep = (field: keyof typeof limits): ArgumentStep<unknown, string> => {
  const { min, max } = limits[field]
  const read = (typed: string) =>
    Number(typed) >= min && Number(typed) <= max
      ? { value: typed, refusal: null }
      : { value: null, refusal: `Must be a whole number from ${min} to ${max}.` }
  return { title: 'Limit', kind: 'number', read, readAhead: read }
}

const readEmail = readBy(Email)

/** The form for the account data at one of its fields. */
const infoFields = [
  {
    verb: 'change-email',
    title: 'Change email',
    aka: ['Edit email', 'Set email', 'Update email', 'Correct email', 'Change email address'],
    field: 'email',
    step: { title: 'Email', kind: 'text', isOneWord: true, read: readEmail, readAhead: readEmail } satisfies ArgumentStep<unknown, string>,
  },
  {
    verb: 'change-qr-limit',
    title: 'Change QR code limit',
    aka: [
      'QR limit',
      'QR code limit',
      'Limit QRs',
      'Limit QR codes',
      'Set limit of QR codes',
      'Set QR limit',
      'Limit codes',
      'Limit of codes',
      'Code limit',
      'Raise QR limit',
      'Change QR limit',
    ],
    field: 'qrLimit',
    step: limitStep('qrLimit'),
  },
  {
    verb: 'change-bulk-limit',
    title: 'Change bulk upload limit',
    aka: ['Bulk limit', 'Set bulk limit', 'Raise bulk limit', 'Change bulk limit'],
    field: 'bulkLimit',
    step: limitStep('bulkLimit'),
  },
  {
    verb: 'change-domain-limit',
    title: 'Change domain limit',
    aka: ['Domain limit', 'Set domain limit', 'Raise domain limit'],
    field: 'domainsLimit',
    step: limitStep('domainsLimit'),
  },
]

/** The form for the billing data at one of its fields. */
const billingFields = [
  {
    verb: 'edit-billing',
    title: 'Edit billing data',
    aka: [
      'Edit billing',
      'Change billing data',
      'Change billing',
      'Change address',
      'Change billing address',
      'Change company',
      'Change company name',
      'Company name',
      'Change street',
      'Change city',
      'Change zip',
      'Change zip code',
      'Change country',
      'Change billing email',
      'Edit invoice address',
      'Change invoice address',
    ],
    field: 'country',
  },
  {
    verb: 'change-vat-number',
    title: 'Change VAT number',
    aka: [
      'Change tax id',
      'Tax id',
      'Change VAT id',
      'Set tax id',
      'Add tax id',
      'Edit VAT number',
      'Set VAT number',
      'Add VAT number',
      'Change VAT',
      'New VAT number',
      'Correct VAT number',
      'Correct VAT',
      'Correct tax id',
      'New tax id',
      'Set VAT',
      'Add VAT',
    ],
    field: 'vatNumber',
    step: word('VAT number', /^[a-z]{2}(?=(?:[a-z]*\d){5})[a-z\d]{6,13}$/i),
  },
]

/** Only companies in the EU have a VAT number; what others call so is their tax id (ruling 40). */
const shownAs = (field: string, billing: Pick<BillingData, 'country' | 'accountType'>) =>
  field === 'vatNumber' && !needsVatNumber(billing) ? 'taxId' : field

export const customerFormCommands: readonly Command[] = [
  onCustomer({
    verb: 'edit',
    title: 'Edit customer',
    genericTitle: 'Edit the customer',
    aka: ['Edit'],
    icon: PencilIcon,
    keywords: 'change name limits bulk domains sepa',
    keys: 'e',
    needs: 'customers.edit',
    whyNot: whyNotDescribe,
    run: (context, customer) => context.navigate(`${pageOf(customer)}?edit=true`),
  }),
  ...infoFields.map(({ verb, title, aka, field, step }) =>
    onCustomer({
      verb,
      title,
      genericTitle: `${title} of a customer`,
      aka,
      icon: PencilIcon,
      keywords: 'set raise increase lower reduce',
      places: [],
      needs: 'customers.edit',
      fills: { form: ({ id }) => `customer.${id}.info`, steps: { [field]: step } },
      whyNot: whyNotDescribe,
      run: (context, customer) => context.navigate(`${pageOf(customer)}?edit=${field}`),
    }),
  ),
  onCustomer({
    verb: 'write-note',
    title: ({ hasNote }) => (hasNote ? 'Edit the note' : 'Write a note'),
    genericTitle: 'Write or edit the note',
    icon: NoteIcon,
    aka: ['Note'],
    keywords: 'comment remark set edit write',
    keys: 'n',
    needs: 'customers.notes',
    whyNot: whyNotDescribe,
    run: (context, customer) => context.navigate(`${pageOf(customer)}?note=true`),
  }),
  ...billingFields.map(({ verb, title, aka, field, step }) =>
    onCustomer({
      verb,
      title: ({ id }, context) => {
        const billing = context?.queryClient.getQueryData(billingQuery(id).queryKey)?.billing
        return billing && shownAs(field, billing) === 'taxId' ? 'Change tax id' : title
      },
      genericTitle: `${title} of a customer`,
      aka,
      icon: PencilIcon,
      keywords: `address tax company${step ? ' vat' : ''}`,
      places: [],
      needs: 'customers.billing',
      feature: 'billing',
      load: ({ queryClient }, customer) => queryClient.fetchQuery(billingQuery(customer)),
      ...(step && {
        fills: {
          form: ({ id }: { id: number }) => `customer.${id}.billing`,
          steps: { [field]: step },
          values: async ({ queryClient }: CommandContext, { id }: { id: number }, { vatNumber }: Arguments): Promise<Arguments> => {
            const { billing } = await queryClient.fetchQuery(billingQuery(id))
            return billing ? { [shownAs(field, billing)]: vatNumber } : {}
          },
        },
      }),
      whyNot: (customer, { queryClient }) => {
        const known = queryClient.getQueryData(billingQuery(customer.id).queryKey)
        if (!known?.billing) return known?.billing === null ? 'No billing data.' : null
        return whyNotEditBilling(known.billing)
      },
      run: (context, customer) => {
        const billing = context.queryClient.getQueryData(billingQuery(customer.id).queryKey)?.billing
        context.navigate(`${pageOf(customer)}?billing=${billing ? shownAs(field, billing) : field}`)
      },
    }),
  ),
]
