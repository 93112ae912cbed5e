import { ChevronDownIcon, ChevronUpIcon, PlusIcon, XIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import type { Command } from '../../commands/engine/command.ts'
import type { Step } from '../../commands/engine/steps.ts'
import { argumentsOf, canBeStep, stepTitle } from '../../commands/playbooks/steps.ts'
import { indexItem, rank } from '../../commands/text/ranking.ts'
import { blanks } from '../../contract/playbook-texts.ts'
import { maxPlaybookSteps, type PlaybookStep, type PlaybookType } from '../../contract/playbooks.ts'
import { useCommandsNow } from '../../layout/commands/commands-now.ts'
import { Button } from '../../layout/kit/button.tsx'
import { SelectField } from '../../layout/kit/form/select-field.tsx'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { IconButton } from '../../layout/kit/icon-button.tsx'
import { PickList } from '../../layout/list/filters/pick-list.tsx'
import { keptText, newStep, whyNotArgument } from './draft.ts'
import styles from './playbooks.module.css'

interface Props {
  type: PlaybookType
  steps: readonly PlaybookStep[]
  error: string | null
  onChange: (steps: PlaybookStep[]) => void
}

/** The steps of a playbook: which, in what order, and what each of them asks. */
export function StepFields({ type, steps, error, onChange }: Props) {
  const commands = useCommandsNow()
  const replace = (index: number, step: PlaybookStep) => onChange(steps.with(index, step))
  const move = (index: number, by: 1 | -1) => {
    const [step, other] = [steps[index], steps[index + by]]
    if (step && other) onChange(steps.with(index, other).with(index + by, step))
  }
  return (
    <fieldset className={styles.steps}>
      <legend className="semibold">Steps</legend>
      <ol className="column gap-12">
        {steps.map((step, index) => {
          const title = stepTitle(step, commands)
          return (
            // Steps have nothing else that tells them apart.
            // biome-ignore lint/suspicious/noArrayIndexKey: their order is what is edited
            <li key={index} className={styles.step}>
              <div className="row spread gap-8">
                <span className="medium breaks">{`${index + 1}. ${title}`}</span>
                <span className="inline-row">
                  <IconButton icon={ChevronUpIcon} label={`Move up: ${title}`} disabled={index === 0} onClick={() => move(index, -1)} />
                  <IconButton
                    icon={ChevronDownIcon}
                    label={`Move down: ${title}`}
                    disabled={index === steps.length - 1}
                    onClick={() => move(index, 1)}
                  />
                  <IconButton icon={XIcon} label={`Remove: ${title}`} onClick={() => onChange(steps.toSpliced(index, 1))} />
                </span>
              </div>
              <Arguments step={step} commands={commands} onChange={(changed) => replace(index, changed)} />
            </li>
          )
        })}
      </ol>
      {steps.length < maxPlaybookSteps && <AddStep type={type} commands={commands} onAdd={(step) => onChange([...steps, step])} />}
      {error && <p className="danger small medium">{error}</p>}
    </fieldset>
  )
}

/** Every command that may be a step, found by its names as in the palette. */
function AddStep({ type, commands, onAdd }: { type: PlaybookType; commands: readonly Command[]; onAdd: (step: PlaybookStep) => void }) {
  const [text, setText] = useState<string | null>(null)
  const possible = useMemo(() => indexSteps(type, commands), [type, commands])
  if (text === null)
    return (
      <div className="row">
        <Button leadingVisual={PlusIcon} onClick={() => setText('')}>
          Add a step
        </Button>
      </div>
    )
  const found = text.trim() === '' ? possible.map(({ item }) => item) : rank(text, possible).map(({ item }) => item)
  const items = [...new Set(found)].map((step) => ({
    id: `${step.command} ${step.side ?? ''}`,
    label: stepTitle(step, commands),
    pick: () => {
      setText(null)
      onAdd(step)
    },
  }))
  return (
    <PickList label="Add a step" items={items} field={{ text, onText: setText }} emptyText="No command that can be a step is called so." />
  )
}

/** The steps by all names of their commands. */
const indexSteps = (type: PlaybookType, commands: readonly Command[]) =>
  commands
    .filter((command) => canBeStep(command, type, commands))
    .flatMap((command) =>
      (command.toggle ? (['on', 'off'] as const) : [undefined]).flatMap((side) => {
        const step = newStep(command, side, commands)
        const { aka = [], keywords = '' } = side ? { ...command, ...command.toggle?.[side] } : command
        return [stepTitle(step, commands), ...aka].map((name) => indexItem(step, name, keywords))
      }),
    )

interface ArgumentsProps {
  step: PlaybookStep
  commands: readonly Command[]
  onChange: (step: PlaybookStep) => void
}

function Arguments({ step, commands, onChange }: ArgumentsProps) {
  const command = commands.find(({ id }) => id === step.command)
  if (!command) return null
  const isAsked = (name: string) => (step.args[name] ?? null) === null
  const set = (name: string, text: string | null) => onChange({ ...step, args: { ...step.args, [name]: text } })
  return argumentsOf(command, commands)
    .filter(({ isWanted }) => isWanted?.(step.args) ?? true)
    .map((argument) => (
      <div key={argument.name} className={styles.argument}>
        <SelectField
          label={argument.title}
          value={isAsked(argument.name) ? 'ask' : 'this'}
          choices={[
            { value: 'ask', label: 'Ask each time' },
            { value: 'this', label: argument.kind === 'text' ? 'This text' : 'This value' },
          ]}
          onChange={({ target }) => set(argument.name, target.value === 'ask' ? null : '')}
        />
        {!isAsked(argument.name) && (
          <TextField
            label={`${argument.title}: ${argument.kind === 'text' ? 'text' : 'value'}`}
            value={step.args[argument.name] ?? ''}
            error={
              step.args[argument.name] === '' ? null : whyNotArgument(command, argument.name, step.args[argument.name] ?? null, commands)
            }
            hint={hintOf(argument)}
            onChange={({ target }) => set(argument.name, target.value)}
            onBlur={({ target }) => set(argument.name, keptText(command, argument.name, target.value, commands))}
          />
        )}
      </div>
    ))
}

function hintOf({ kind, suggested }: Step): string {
  if (kind === 'text')
    return `May have ${Object.keys(blanks)
      .map((name) => `{${name}}`)
      .join(' ')}.`
  return suggested ? `Such as ${suggested.map(({ label }) => label).join(', ')}.` : 'As you would type it.'
}
