import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { initialAnswers, readAnswers, type Typed } from '../../src/commands/engine/answers.ts'
import type { Command } from '../../src/commands/engine/command.ts'
import { isGuarded } from '../../src/commands/engine/danger.ts'
import { availabilityOf } from '../../src/commands/engine/resolve.ts'
import type { Arguments, Step } from '../../src/commands/engine/steps.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { commands } from '../../src/commands/registry.ts'
import { mountedPalette } from '../../src/layout/commands/palette-state.ts'
import { ask, type Surface } from '../../src/layout/commands/questions.ts'
import { unconfirmed } from '../../src/layout/questions/use-confirmation.ts'
import { makeContext } from '../commands/samples.ts'
import { targetStates } from '../commands/target-states.ts'
import { enterText, holdCalls, openPalette, press, renderConsole } from './palette-harness.tsx'

let held: ReturnType<typeof holdCalls>
beforeEach(() => {
  held = holdCalls()
})

const destiny = JSON.stringify({ id: 12, email: 'luis@prat.es', name: 'Luis Prat' })
const typedFor = { number: ['7'], amount: ['1'], text: ['shop.example', 'fresh-uri'], record: [destiny] }

/** An answer that the step accepts. */
function answerTo(step: Step, { record }: Target): string {
  if (step.kind !== 'choice') return typedFor[step.kind].find((typed) => step.read(typed, record).refusal === null) ?? ''
  const options = step.options?.(record) ?? ['10', '50'].map((value) => ({ value, refusal: null }))
  return options.find(({ value, refusal }) => !refusal && value !== step.initial?.(record))?.value ?? ''
}

interface Case {
  command: Command
  target: Target
  given: Typed
  values: Arguments
}

/** Each command that asks for confirmation, with the first record that it can run on. */
const cases = commands.flatMap((command): Case[] => {
  if (!command.danger) return []
  for (const target of targetStates) {
    const { context } = makeContext({ targets: [target], pageRecord: target })
    if (target.type !== command.target || availabilityOf(command, context, target).state !== 'ready') continue
    const given = Object.fromEntries((command.args ?? []).map((step) => [step.name, answerTo(step, target)]))
    const { values } = readAnswers(command, target, { ...initialAnswers(command, target), ...given })
    if (values) return [{ command, target, given, values }]
  }
  throw new Error(`No sample confirms ${command.id}.`)
})
const final = cases.filter(({ command, target, values }) => command.danger && isGuarded(command.danger(target, values)))
const reversible = cases.filter((each) => !final.includes(each))

/** Asks on a surface and records the answers. */
async function open({ command, target, given }: Case, surface: Surface) {
  await renderConsole()
  if (surface === 'palette') await openPalette()
  const answered: (Arguments | null)[] = []
  await act(async () => {
    const { decision } = ask(command, target, surface, () => makeContext().context, { given, isLink: false })
    void decision.then((args) => answered.push(args))
    if (surface === 'palette') mountedPalette.current?.enterQuestion()
    await Promise.resolve()
  })
  if (command.args?.some(({ choices }) => choices)) await (await held.call(/coupons/)).answer([{ name: 'TEN', percent_off: 10 }])
  if (surface === 'palette') await screen.findByText(/^Step \d of/)
  else await screen.findByRole(command.args ? 'dialog' : 'alertdialog')
  return answered
}

/** Presses Enter as a browser does: on a button, it clicks unless a handler prevents it. */
async function pressEnter() {
  await act(async () => {
    const on = document.activeElement
    if (press('Enter') && on instanceof HTMLButtonElement) fireEvent.click(on)
    await Promise.resolve()
  })
}

const mustTypeOf = ({ command, target, values }: Case) => command.danger?.(target, values).mustType
const proven = final.filter((each) => mustTypeOf(each) !== undefined)
const proofField = (email: string) => screen.getByLabelText<HTMLInputElement>(`Type ${email} to confirm`)
const type = (email: string, text: string) => fireEvent.change(proofField(email), { target: { value: text } })

async function pressCtrlEnter() {
  await act(async () => {
    press('Enter', { ctrlKey: true })
    await Promise.resolve()
  })
}

test('the heaviest changes ask for the record’s own email', () => {
  expect(proven.map(({ command }) => command.id)).toEqual(['customer.erase', 'user.delete'])
  for (const each of proven) expect(each.target.record).toHaveProperty('email', mustTypeOf(each))
})

test('covers both final and reversible commands', () => {
  expect(final.length).toBeGreaterThan(10)
  expect(reversible.length).toBeGreaterThan(10)
})

describe.each(['dialog', 'palette'] as const)('in the %s', (surface) => {
  test.each(final.map((each) => [each.command.id, each] as const))(
    '%s is final or guarded: Enter says that nothing changed and how to confirm; Ctrl+Enter confirms',
    async (_id, each) => {
      const answered = await open(each, surface)
      const dialog = () => screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog')
      const { wayBack = 'This cannot be undone.' } = each.command.danger?.(each.target, each.values) ?? {}
      expect(dialog()?.textContent).toContain(wayBack)
      expect(document.activeElement).not.toBeInstanceOf(HTMLButtonElement)
      const fields = surface === 'dialog' ? (each.command.args?.length ?? 0) : 0
      for (let times = 0; times <= fields; times++) await pressEnter()
      const { confirmLabel } = each.command.danger?.(each.target, each.values) ?? {}
      const sentence = unconfirmed(confirmLabel ?? '')
      const mustType = mustTypeOf(each)
      if (mustType !== undefined) type(mustType, mustType)
      expect(dialog()?.textContent).toContain(sentence)
      for (const control of dialog()?.querySelectorAll<HTMLElement>('input, select, textarea') ?? []) {
        control.focus()
        await pressEnter()
        await pressEnter()
      }
      act(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      })
      await pressEnter()
      expect(dialog()?.textContent).toContain(sentence)
      expect(answered).toEqual([])
      await act(async () => {
        press('Enter', { ctrlKey: true, repeat: true })
        await Promise.resolve()
      })
      expect(answered).toEqual([])
      await pressCtrlEnter()
      expect(answered).toEqual([each.values])
    },
  )

  test.each(proven.map((each) => [each.command.id, each] as const))(
    '%s does nothing, by no key or button, until the email has been typed',
    async (_id, each) => {
      const email = mustTypeOf(each) ?? ''
      const answered = await open(each, surface)
      const dialog = () => screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog')
      const button = () => screen.getByRole('button', { name: each.command.danger?.(each.target, each.values).confirmLabel ?? '' })
      expect(document.activeElement).toBe(proofField(email))
      expect(proofField(email).value).toBe('')
      for (const typed of ['', email.slice(0, -1), `${email}x`, each.command.id]) {
        type(email, typed)
        await pressEnter()
        await pressCtrlEnter()
        fireEvent.click(button())
        button().focus()
        await pressEnter()
        expect(dialog()?.textContent).toContain(`Nothing changed. Type ${email} first.`)
      }
      expect(answered).toEqual([])
      type(email, `  ${email.toUpperCase()} `)
      fireEvent.click(button())
      await act(() => Promise.resolve())
      expect(answered).toEqual([each.values])
    },
  )

  test.each(reversible.map((each) => [each.command.id, each] as const))('%s is reversible: Enter confirms it once', async (_id, each) => {
    const answered = await open(each, surface)
    const dialog = screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog')
    expect(dialog?.textContent).not.toContain('This cannot be undone.')
    const fields = dialog?.querySelectorAll<HTMLElement>('[data-step]').length ?? 0
    for (let times = 0; times <= fields + 1; times++) await pressEnter()
    expect(answered).toEqual([each.values])
  })
})

describe('a final command without arguments', () => {
  const [first] = final.filter(({ command }) => !command.args)
  if (!first) throw new Error('No final command without arguments.')

  test('is left by Enter on the safe button, once Tab has reached it', async () => {
    const answered = await open(first, 'dialog')
    screen.getByRole('button', { name: first.command.danger?.(first.target, first.values).declineLabel ?? 'Cancel' }).focus()
    await pressEnter()
    expect(answered).toEqual([null])
  })

  test('says nothing more of Enter while it runs', async () => {
    const answered = await open(first, 'dialog')
    await pressEnter()
    await pressCtrlEnter()
    await pressEnter()
    expect(answered).toEqual([first.values])
    expect(screen.getByRole('alertdialog').textContent).not.toContain('Nothing changed')
  })

  test('is not confirmed by Ctrl+Enter in a palette above it', async () => {
    const answered = await open(first, 'dialog')
    await openPalette()
    enterText('of nobody at all')
    await pressCtrlEnter()
    expect(answered).toEqual([])
  })
})
