import { DownloadIcon } from '@primer/octicons-react'
import { useRouteContext } from '@tanstack/react-router'
import { useContext, useSyncExternalStore } from 'react'
import { exportProgress } from '../../api/export-progress.ts'
import { listsOnScreen } from '../commands/on-screen.ts'
import { buttonKeys, CommandsContext } from '../commands/use-commands.ts'
import bar from './filter-bar.module.css'
import styles from './list-export-button.module.css'

/**
 * All of the list on screen as a file. Not there for who may not have it; one that cannot run now says why when it is pressed. Its
 * place is held while the list that it exports is on its way.
 */
export function ListExportButton({ isOffered }: { isOffered: boolean }) {
  const mayExport = useRouteContext({ strict: false, select: ({ user }) => user?.capabilities.includes('lists.export') })
  const commands = useContext(CommandsContext)
  useSyncExternalStore(listsOnScreen.subscribe, () => listsOnScreen.all()[0])
  useSyncExternalStore(exportProgress.subscribe, () => exportProgress.get() !== null)
  const [resolved] = commands?.resolveIn('list-head', null) ?? []
  if (!commands || !resolved)
    return isOffered && mayExport ? (
      <span className={bar['control']} style={{ visibility: 'hidden' }}>
        <DownloadIcon />
        Export CSV
      </span>
    ) : null
  const { command, title, availability } = resolved
  const isBlocked = availability.state === 'blocked'
  const Icon = command.icon
  return (
    <button
      type="button"
      className={`${bar.control} ${styles.button}`}
      aria-disabled={isBlocked || undefined}
      {...buttonKeys(command.keys, isBlocked ? `${title} – unavailable: ${availability.reason}` : title)}
      onClick={() => commands.run(resolved)}
    >
      <Icon />
      Export CSV
    </button>
  )
}
