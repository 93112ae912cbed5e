import type { Icon } from '@primer/octicons-react'
import type { QueryClient } from '@tanstack/react-query'
import { command } from '../../commands/command.ts'
import { useCommands } from '../../layout/commands/use-commands.ts'

interface Question {
  id: string
  /** The dialog's question, and what will happen. */
  title: string
  body: string
  confirmLabel: string
  icon: Icon
  /** What the toast says afterwards. */
  done: string
  run: (client: QueryClient) => Promise<unknown>
}

/** Asks before something final that exists only on this page, so that neither palette nor menus show it. */
export function useAsk(): (question: Question) => void {
  const { run } = useCommands()
  return ({ id, title, body, confirmLabel, icon, done, ...question }) => {
    const asked = command({
      id,
      title,
      section: 'Integrations',
      icon,
      needs: 'integrations.manage',
      danger: () => ({ title, body, confirmLabel, undoable: false }),
      run: async (context) => {
        await question.run(context.queryClient)
        return { message: done }
      },
    })
    run({ command: asked, target: null, title, menuTitle: title, availability: { state: 'ready' } })
  }
}
