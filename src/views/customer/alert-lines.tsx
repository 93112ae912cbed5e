import { AlertIcon, InfoIcon, LinkExternalIcon } from '@primer/octicons-react'
import { customerParts, linkToPart } from '../../commands/customers/parts.ts'
import type { Target } from '../../commands/engine/targets.ts'
import type { CustomerAlert, NextStep } from '../../contract/customer-alerts.ts'
import { unbroken } from '../../layout/kit/unbroken.tsx'
import { CommandButton } from '../../layout/menus/command-button.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import styles from './alert-lines.module.css'

/** What is wrong with a customer, and what can be done about it. Nothing if nothing is. */
export function AlertLines({ alerts, target }: { alerts: readonly CustomerAlert[]; target: Target }) {
  if (alerts.length === 0) return null
  return (
    <ul className="plain-list column card divided" aria-label="Needs attention">
      {alerts.map(({ id, tone, text, next }) => (
        <li key={id} className={styles.line} data-tone={tone}>
          <span className={`flex ${tone}`}>{tone === 'danger' ? <AlertIcon size={16} /> : <InfoIcon size={16} />}</span>
          <span className={`breaks leading-20 stretchy medium`}>{unbroken(text)}</span>
          <span className="row wrap gap-4-12">
            {next.map((step) => (
              <Step key={step.label} step={step} target={target} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Step({ step, target }: { step: NextStep; target: Target }) {
  if ('command' in step)
    return (
      <CommandButton
        id={step.command}
        target={target}
        size="small"
        {...(step.command === 'customer.open-at-provider' ? { icon: LinkExternalIcon } : {})}
      >
        {step.label}
      </CommandButton>
    )
  const { id } = target.record
  const page = `/customers/${id}`
  const href = 'search' in step ? `${page}${step.search}` : `${page}?show=${step.part}${linkToPart(customerParts[step.part].title)}`
  return (
    <RecordLink href={href} className="small">
      {step.label}
    </RecordLink>
  )
}
