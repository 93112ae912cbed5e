import { useContext } from 'react'
import { Button } from '../../layout/kit/button.tsx'
import type { Target } from '../../commands/command.ts'
import { KeyCaps } from '../../layout/kit/key-caps.tsx'
import { CommandsContext } from '../../layout/commands/use-commands.ts'
import styles from './panels.module.css'

/** Actions on the selected folders. */
export function FolderActions({ target }: { target: Target }) {
  const commands = useContext(CommandsContext)
  return (
    <div className={styles.folderActions}>
      {commands?.resolveIn('bulk-bar', target).map((resolved) => (
        <Button key={resolved.command.id} leadingVisual={resolved.command.icon} onClick={() => commands.run(resolved)}>
          {resolved.title} {resolved.command.keys !== undefined && <KeyCaps keys={resolved.command.keys} />}
        </Button>
      ))}
    </div>
  )
}
