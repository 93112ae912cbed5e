import type { ActionImpl } from 'kbar/lib/action/ActionImpl.js'
import type { Action, IKBarContext } from 'kbar/lib/types.js'
import { useStore as useKBar } from 'kbar/lib/useStore.js'
import { useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Typed } from '../../commands/engine/answers.ts'
import { awaited } from '../../commands/engine/awaited.ts'
import type { Command } from '../../commands/engine/command.ts'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import type { Target } from '../../commands/engine/targets.ts'
import type { Typing } from '../../commands/text/arguments.ts'
import type { VerbReading } from '../../commands/text/verb-reading.ts'
import { commandsNow } from '../commands/commands-now.ts'
import { closePalette, mountedPalette, paletteState } from '../commands/palette-state.ts'
import { leave as leaveQuestion, questions, type Run, type Surface } from '../commands/questions.ts'
import type { RecentRecord } from '../commands/recent.ts'
import { inOneLine } from '../kit/in-one-line.ts'

/** A record, with the facts its row already had. */
export type RecordOnLevel = RecentRecord & { target?: Target }

/** A command as the palette's engine holds it. */
export interface PaletteCommand {
  id: string
  resolved: ResolvedCommand
  /** Its delegate, whose arguments are typed with its name. */
  delegate?: ResolvedCommand
}

/** Several records that were pasted. */
export type SeveralTarget = Target<'qrs' | 'customers'>

export const noTyping: Typing = { tokens: [], text: null }

/**
 * What the palette shows below its top level: the commands of a record or of several, a verb that waits for its
 * record, a record's own records to choose from, or a question's steps.
 */
export type Level =
  | { kind: 'record'; on: RecordOnLevel | SeveralTarget }
  | { kind: 'verb'; reading: VerbReading }
  | { kind: 'among'; command: Command; of: Target; typing: Typing }
  | { kind: 'question'; id: number }

/** A command in kbar. */
interface CommandAction extends Action {
  resolved: ResolvedCommand
}

/** A level in kbar. Its children are its commands; performing it goes back to what was shown before. */
interface LevelAction extends Action {
  level: Level
}

const isCommand = (action: ActionImpl): action is ActionImpl & CommandAction => 'resolved' in action
const isLevel = (action: ActionImpl | undefined): action is ActionImpl & LevelAction => action !== undefined && 'level' in action

/**
 * kbar holds what can be run, the levels and their text. Its store is used without its provider, which would add a second
 * keyboard listener and publish each letter one render late.
 */
export function useEngine(commands: readonly ResolvedCommand[], run: Run) {
  const kbar = useKBar({})
  const { actions, searchQuery: text, currentRootActionId } = kbar.getState()
  const root = currentRootActionId ?? undefined
  const [choices, setChoices] = useState<Readonly<Record<string, { text: string; value: string }>>>({})
  const choice = choices[root ?? '']
  const verbs = useMemo(() => verbsOf(kbar, run), [kbar, run])

  useLayoutEffect(() => verbs.register(commands, null), [verbs, commands])
  useLayoutEffect(() => {
    verbs.setText(inOneLine(paletteState.get().text))
    // A link opens the palette together with its question.
    verbs.enterQuestion()
    verbs.enterAwaited()
    mountedPalette.current = verbs
    return () => {
      mountedPalette.current = null
      leaveQuestions()
    }
  }, [verbs])

  const ofLevel = useMemo(
    () =>
      Object.values(actions).flatMap((action): PaletteCommand[] =>
        isCommand(action) && action.parent === root ? [{ id: action.id, resolved: action.resolved }] : [],
      ),
    [actions, root],
  )
  const shown = root === undefined ? undefined : actions[root]
  return {
    ...verbs,
    /** Null at the top. */
    level: isLevel(shown) ? shown.level : null,
    /** The text of the level. */
    text,
    /** The row of the level that was chosen by hand for this text. */
    chosen: choice?.text === text ? choice.value : null,
    /** The commands of the level. */
    commands: ofLevel,
    choose: (value: string) => setChoices({ ...choices, [root ?? '']: { text, value } }),
  }
}
export type Engine = ReturnType<typeof useEngine>

/** Whether the palette asks for the command's arguments itself. */
export const takesArguments = ({ command }: ResolvedCommand) => (command.args?.length ?? 0) > 0

/** Operations on kbar's current state. */
function verbsOf({ query, getState }: IKBarContext, run: Run) {
  const rootNow = () => getState().currentRootActionId ?? undefined

  /** Shows a level on top of the current one, with a text to begin with. */
  const enter = (level: Level, initial = '') => {
    const { searchQuery: text } = getState()
    const [id, parent] = [idOf(level), rootNow()]
    const back = () => {
      query.setCurrentRootAction(parent)
      query.setSearch(text)
      unregister()
    }
    const action: LevelAction = { id, name: id, level, perform: back, ...(parent === undefined ? {} : { parent }) }
    const unregister = query.registerActions([action])
    query.setCurrentRootAction(id)
    query.setSearch(initial)
  }

  const enterQuestion = () => {
    const question = questions.get().findLast(({ surface }) => surface === 'palette')
    if (question) enter({ kind: 'question', id: question.id })
  }

  const enterAwaited = () => {
    const { current: pending } = awaited
    awaited.current = null
    const command = commandsNow().find(({ id }) => id === pending?.command)
    if (pending && command) enter({ kind: 'among', command, of: pending.of, typing: noTyping })
  }

  /** Runs a command here or on the page, whatever the level holds. One with arguments asks for them here. */
  const runOn = (resolved: ResolvedCommand, given: Typed, unused: readonly string[] = []) => {
    if (takesArguments(resolved)) {
      leaveQuestions('dialog')
      return run(resolved, 'palette', { given, isLink: false, unused })
    }
    leave()
    run(resolved, 'dialog', { given, isLink: false, unused })
  }

  /** Adds commands to the current level or another one (null: the top) in one batch. Returns a function that removes them. */
  const register = (commands: readonly ResolvedCommand[], parent: string | null = rootNow() ?? null) =>
    query.registerActions(
      commands.map((resolved): CommandAction => {
        const { id, section } = resolved.command
        const action = { id: parent === null ? id : `${parent}/${id}`, name: resolved.title, section, resolved }
        return parent === null ? action : { ...action, parent }
      }),
    )

  /** Closes the palette and earlier questions, which a later Enter could answer. The focus is restored before a page takes it. */
  const leave = () => {
    leaveQuestions('dialog')
    flushSync(closePalette)
  }

  return {
    leave,
    enter,
    enterQuestion,
    enterAwaited,
    runOn,
    register,
    setText: query.setSearch,
    back: () => void getState().actions[rootNow() ?? '']?.command?.perform(),
    /** Goes back to an empty top level. Returns whether it was deeper. */
    startAfresh: () => {
      if (rootNow() === undefined) return false
      leaveQuestions()
      query.setCurrentRootAction(null)
      query.setSearch('')
      return true
    },
  }
}

function idOf(level: Level): string {
  if (level.kind === 'verb') return `verb:${level.reading.verb.name}`
  if (level.kind === 'among') return `among:${level.command.id}`
  if (level.kind === 'question') return `question:${level.id}`
  return 'record' in level.on ? level.on.type : `${level.on.type}:${level.on.id}`
}

function leaveQuestions(of: Surface = 'palette') {
  for (const { id, surface } of questions.get()) if (surface === of) leaveQuestion(id)
}
