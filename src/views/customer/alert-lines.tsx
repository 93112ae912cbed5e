import { AlertIcon, CheckCircleIcon, InfoIcon } from '@primer/octicons-react'
import { useContext } from 'react'
import { customerParts, linkToPart } from '../../commands/customer-parts.ts'
import type { Target } from '../../commands/command.ts'
import type { CustomerAlert, NextStep } from '../../contract/customer-alerts.ts'
import { Button } from '../../layout/kit/button.tsx'
import { buttonKeys, CommandsContext } from '../../layout/commands/use-commands.ts'
import { RecordLink } from '../../layout/records/record-link.tsx'
import styles from './alert-lines.module.css'

interface AlertLinesProps {
  alerts: readonly CustomerAlert[]
  target: Target
}

/** What is wrong with a customer, and what can be done about it; or that nothing is. */
export function AlertLines({ alerts, target }: AlertLinesProps) {
  return (
    <ul className={styles.lines} aria-label="Needs attention">
      {alerts.map(({ id, tone, text, next }) => (
        <li key={id} className={styles.line} data-tone={tone}>
          <span className={styles.icon}>{tone === 'danger' ? <AlertIcon size={16} /> : <InfoIcon size={16} />}</span>
          <span className={styles.text}>{text}</span>
          <span className={styles.next}>
            {next.map((step) => (
              <Step key={step.label} step={step} target={target} />
            ))}
          </span>
        </li>
      ))}
      {alerts.length === 0 ? (
        <li className={styles.line}>
          <span className={styles.icon}>
            <CheckCircleIcon size={16} />
          </span>
          <span className={styles.text}>Nothing needs attention.</span>
        </li>
      ) : null}
    </ul>
  )
}

function Step({ step, target }: { step: NextStep; target: Target }) {
  if ('command' in step) return <CommandStep id={step.command} label={step.label} target={target} />
  const { id } = target.record
  const page = `/customers/${id}`
  const href = 'search' in step ? `${page}${step.search}` : `${page}?show=${step.part}${linkToPart(customerParts[step.part].title)}`
  return (
    <RecordLink href={href} className={styles.link}>
      {step.label}
    </RecordLink>
  )
}

/** A command that whoever is signed in may run. One that can't run now says why, in the same place: that may be known late. */
function CommandStep({ id, label, target }: { id: string; label: string; target: Target }) {
  const commands = useContext(CommandsContext)
  const resolved = commands?.resolveIn('page-menu', target).find(({ command }) => command.id === id)
  if (!commands || !resolved) return null
  const { availability, title } = resolved
  const isBlocked = availability.state === 'blocked'
  return (
    <Button
      size="small"
      inactive={isBlocked}
      aria-disabled={isBlocked || undefined}
      {...buttonKeys(resolved.command.keys, isBlocked ? `${title} – unavailable: ${availability.reason}` : title)}
      onClick={() => commands.run(resolved)}
    >
      {label}
    </Button>
  )
}
