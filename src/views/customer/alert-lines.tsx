import { AlertIcon, CheckCircleIcon, type Icon, InfoIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { customerParts, linkToPart } from '../../commands/customers/parts.ts'
import type { Target } from '../../commands/engine/targets.ts'
import type { CustomerAlert, NextStep } from '../../contract/customer-alerts.ts'
import { CommandButton } from '../../layout/menus/command-button.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import styles from './alert-lines.module.css'

/** What is wrong with a customer, and what can be done about it; or that nothing is. */
export function AlertLines({ alerts, target }: { alerts: readonly CustomerAlert[]; target: Target }) {
  return (
    <ul className="plain-list column card" aria-label="Needs attention">
      {alerts.map(({ id, tone, text, next }) => (
        <Line key={id} tone={tone} icon={tone === 'danger' ? AlertIcon : InfoIcon} text={text}>
          <span className="row wrap gap-4-12">
            {next.map((step) => (
              <Step key={step.label} step={step} target={target} />
            ))}
          </span>
        </Line>
      ))}
      {alerts.length === 0 ? <Line icon={CheckCircleIcon} text="Nothing needs attention." /> : null}
    </ul>
  )
}

interface LineProps extends Partial<Pick<CustomerAlert, 'tone'>>, Pick<CustomerAlert, 'text'> {
  icon: Icon
  children?: ReactNode
}

function Line({ tone, icon: LineIcon, text, children }: LineProps) {
  return (
    <li className={styles.line}>
      <span className={`flex ${tone ?? 'success'}`}>
        <LineIcon size={16} />
      </span>
      <span className={tone ? `${styles.text} medium` : styles.text}>{text}</span>
      {children}
    </li>
  )
}

function Step({ step, target }: { step: NextStep; target: Target }) {
  if ('command' in step)
    return (
      <CommandButton id={step.command} target={target} size="small">
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
