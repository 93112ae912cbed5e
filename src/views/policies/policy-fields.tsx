import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '@primer/octicons-react'
import type { KeyboardEvent } from 'react'
import { formatCount } from '../../contract/count.ts'
import { isOnDemand } from '../../contract/on-demand.ts'
import { maxPolicyTextLength } from '../../contract/policies.ts'
import type { PolicySubject } from '../../contract/policy-actions.ts'
import { Field } from '../../layout/kit/form/field.tsx'
import { SelectField } from '../../layout/kit/form/select-field.tsx'
import fieldStyles from '../../layout/kit/form/text-field.module.css'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { IconButton } from '../../layout/kit/icon-button.tsx'
import { conditionLabels, type DraftPolicy, mayHold, type PolicyErrors, subjectChoices, verdictsOn } from './draft.ts'
import styles from './policies.module.css'

interface Props {
  draft: DraftPolicy
  /** Its place, from 1. */
  place: number
  isLast: boolean
  people: readonly { value: string; label: string }[]
  errors: PolicyErrors
  /** What it would have stopped lately; null while that is counted. */
  trial: { stopped: number; of: number } | null
  change: (changed: Partial<DraftPolicy>) => void
  move: (step: 1 | -1) => void
  remove: () => void
}

const choicesOf = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

/** One policy as fields, its place in the order, and what it would have stopped. */
export function PolicyFields({ draft, place, isLast, people, errors, trial, change, move, remove }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (step === null || !event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    move(step)
  }
  const conditions = choicesOf(conditionLabels).filter(({ value }) => mayHold(value as DraftPolicy['when'], draft.what))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Alt with an arrow moves it from any of its fields
    <li className={styles.policy} onKeyDown={onKeyDown} data-policy={place} aria-label={`Policy ${place}`}>
      <div className="row spread gap-8">
        <span className="semibold">{`${place}.`}</span>
        <span className="flex gap-4">
          <IconButton
            icon={ArrowUpIcon}
            size="small"
            label={`Move policy ${place} up`}
            keyHint="Alt+↑"
            disabled={place === 1}
            onClick={() => move(-1)}
          />
          <IconButton
            icon={ArrowDownIcon}
            size="small"
            label={`Move policy ${place} down`}
            keyHint="Alt+↓"
            disabled={isLast}
            onClick={() => move(1)}
          />
          <IconButton icon={TrashIcon} size="small" label={`Remove policy ${place}`} onClick={remove} />
        </span>
      </div>
      <div className={styles.fields}>
        <SelectField label="Who" choices={people} value={draft.who} onChange={({ target }) => change({ who: target.value })} />
        <Field label="Does what">
          {(control) => (
            <select
              {...control}
              className={fieldStyles.input}
              value={draft.what}
              onChange={({ target }) => {
                const what = target.value as PolicySubject
                change({ what, ...(!mayHold(draft.when, what) && { when: 'always' }) })
              }}
            >
              {subjectChoices.map(({ group, choices }) => (
                <optgroup key={group} label={group}>
                  {choices.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        <SelectField
          label="When"
          choices={conditions}
          value={draft.when}
          onChange={({ target }) => change({ when: target.value as DraftPolicy['when'] })}
        />
        {draft.when !== 'always' && (
          <TextField
            label={draft.when.startsWith('above') ? 'Amount in €' : 'Number'}
            inputMode="decimal"
            autoComplete="off"
            value={draft.value}
            error={errors.value ?? null}
            onChange={({ target }) => change({ value: target.value })}
          />
        )}
        <SelectField
          label="Then"
          choices={choicesOf(verdictsOn(draft.what))}
          value={draft.verdict}
          onChange={({ target }) => change({ verdict: target.value as DraftPolicy['verdict'] })}
        />
      </div>
      <TextField
        label="What people read who are stopped"
        autoComplete="off"
        maxLength={maxPolicyTextLength}
        value={draft.text}
        error={errors.text ?? null}
        onChange={({ target }) => change({ text: target.value })}
      />
      <p role="status" className="note">
        {draft.verdict === 'allow'
          ? 'Whatever it matches is allowed: no policy below it is tried.'
          : isOnDemand(draft.what)
            ? 'Whatever is shown on demand is noted: it stands under ‘Who looked’.'
            : trialText(trial)}
      </p>
    </li>
  )
}

function trialText(trial: Props['trial']): string {
  if (trial === null) return 'Counting what it would have stopped…'
  if (trial.of === 0) return 'Nobody has done this yet, as far as the audit trail goes.'
  return `Would have stopped ${formatCount(trial.stopped)} of the last ${formatCount(trial.of)} such actions.`
}
