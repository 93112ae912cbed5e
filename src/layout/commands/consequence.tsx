import { AlertIcon, UndoIcon } from '@primer/octicons-react'
import { type Danger, isFinal } from '../../commands/command.ts'
import { undoSeconds } from '../../contract/undo.ts'
import styles from './commands.module.css'

/** What will happen, to whom, and whether it can be taken back: in red where nothing does. */
export function Consequence({ danger }: { danger: Danger }) {
  return (
    <>
      <p>{danger.body}</p>
      {isFinal(danger) ? (
        <p className={styles.final}>
          <AlertIcon size={16} /> This cannot be undone.
        </p>
      ) : (
        <p className={styles.undoable}>
          <UndoIcon size={16} /> {danger.undoable ? `Can be undone for ${undoSeconds / 60} minutes.` : danger.wayBack}
        </p>
      )}
    </>
  )
}

/** Why the last try failed, read out as soon as it is there. */
export function Failure({ failure }: { failure: string | null }) {
  return (
    <div role="alert">
      {failure !== null && (
        <p className={styles.failure}>
          <AlertIcon size={16} /> <span>Not done: {failure}</span>
        </p>
      )}
    </div>
  )
}
