import { DownloadIcon } from '@primer/octicons-react'
import { useRouteContext } from '@tanstack/react-router'
import { useContext, useSyncExternalStore } from 'react'
import { exportProgress } from '../../api/progress.ts'
import { listsOnScreen } from '../commands/on-screen.ts'
import { buttonKeys, CommandsContext } from '../commands/use-commands.ts'
import bar from './filters/filter-bar.module.css'

/**
 * Exports the whole list to a file. Hidden without the right; if
 * blocked, says why on press. Reserves its space while the list loads.
 */
export function ListExportButton({ isOffered }: { isOffered: boolean }) {
  const mayExport = useRouteContext({ strict: false, select: ({ user }) => user?.capabilities.includes('lists.export') })
  const commands = useContext(CommandsContext)
  useSyncExternalStore(listsOnScreen.subscribe, () => listsOnScreen.all()[0])
  useSyncExternalStore(exportProgress.subscribe, () => exportProgress.get() !== null)
  const [resolved] = commands?.resolveIn('list-head', null) ?? []
  if (!commands || !resolved)
    return isOffered && mayExport ? (
      <span className={bar.control} style={{ visibility: 'hidden' }}>
        <DownloadIcon />
        <span>Export all as CSV</span>
      </span>
    ) : null
  const { command, title, availability } = resolved
  const isBlocked = availability.state === 'blocked'
  const Icon = command.icon
  return (
    <button
      type="button"
      className={bar.control}
      aria-disabled={isBlocked || undefined}
      {...buttonKeys(command.keys, isBlocked ? `${title} – unavailable: ${availability.reason}` : title)}
      onClick={() => commands.run(resolved)}
    >
      <Icon />
      <span>Export all as CSV</span>
    </button>
  )
}
