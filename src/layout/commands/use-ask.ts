import type { QueryClient } from '@tanstack/react-query'
import { type Command, command } from '../../commands/engine/command.ts'
import type { Outcome } from '../../commands/engine/context.ts'
import { useCommands } from './use-commands.ts'

export interface FinalStep extends Pick<Command, 'id' | 'section' | 'icon' | 'needs' | 'failureTitle'> {
  /** What is done: 'Delete logo'. */
  title: string
  /** The dialog's question; the title by default. */
  question?: string
  body: string
  confirmLabel: string
  run: (client: QueryClient) => Promise<Outcome | void>
}

/** Asks before something final that exists only on this page, so that neither palette nor menus show it. */
export function useAsk(): (step: FinalStep) => void {
  const { run } = useCommands()
  return ({ title, question = title, body, confirmLabel, ...step }) => {
    const asking = command({
      ...step,
      title,
      scope: 'list',
      danger: () => ({ title: question, body, confirmLabel, undoable: false }),
      run: ({ queryClient }) => step.run(queryClient),
    })
    run({ command: asking, target: null, title, menuTitle: title, availability: { state: 'ready' } })
  }
}
