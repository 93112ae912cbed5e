import { AlertIcon, UndoIcon } from '@primer/octicons-react'
import { Dialog, type DialogButtonProps } from '@primer/react'
import { useRef } from 'react'
import { undoSeconds } from '../../contract/undo.ts'
import styles from './commands.module.css'
import { answer, close, type Question } from './questions.ts'

/**
 * Asks before a command runs: what will happen, to whom, and whether it can be undone. The safe button has focus where it
 * cannot. Stays open, busy, while the command runs, and says why where it fails.
 */
export function Confirmation({ question }: { question: Question }) {
  const { id, danger, failure } = question
  const isBusy = question.answer === null
  const returnFocus = useRef(question.returnFocus)

  const buttons: DialogButtonProps[] = [
    { content: isBusy ? 'Close' : 'Cancel', autoFocus: !danger.undoable, onClick: () => dismiss() },
    {
      content: failure === null ? danger.confirmLabel : 'Try again',
      buttonType: danger.restores ? 'primary' : 'danger',
      autoFocus: danger.undoable,
      loading: isBusy,
      loadingAnnouncement: 'Working…',
      onClick: () => {
        if (!isBusy) answer(id, true)
      },
    },
  ]
  // While it runs there is nothing to answer: closing leaves the result to a toast.
  const dismiss = () => (isBusy ? close(id) : answer(id, false))

  return (
    <Dialog role="alertdialog" title={danger.title} width="large" onClose={dismiss} returnFocusRef={returnFocus} footerButtons={buttons}>
      <p>{danger.body}</p>
      {danger.undoable ? (
        <p className={styles.undoable}>
          <UndoIcon size={16} /> Can be undone for {undoSeconds / 60} minutes.
        </p>
      ) : (
        <p className={styles.final}>
          <AlertIcon size={16} /> This cannot be undone.
        </p>
      )}
      <div role="alert">
        {failure !== null && (
          <p className={styles.failure}>
            <AlertIcon size={16} /> <span>Not done: {failure}</span>
          </p>
        )}
      </div>
    </Dialog>
  )
}
