import { useContext, useSyncExternalStore } from 'react'
import { exportProgress } from '../../api/export-progress.ts'
import { listsOnScreen } from '../commands/on-screen.ts'
import { buttonKeys, CommandsContext } from '../commands/use-commands.ts'
import bar from './filter-bar.module.css'
import styles from './list-export-button.module.css'

/** All of the list on screen as a file. Not there for who may not have it; one that cannot run now says why when it is pressed. */
export function ListExportButton() {
  const commands = useContext(CommandsContext)
  useSyncExternalStore(listsOnScreen.subscribe, () => listsOnScreen.all()[0])
  useSyncExternalStore(exportProgress.subscribe, () => exportProgress.get() !== null)
  const [resolved] = commands?.resolveIn('list-head', null) ?? []
  if (!commands || !resolved) return null
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
