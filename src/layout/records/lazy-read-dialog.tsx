import type { ReactNode, RefObject } from 'react'
import { sayNotLoaded } from '../kit/notice.ts'
import { LazyComponent, useLazy } from '../kit/lazy-component.ts'

export interface ReadDialogProps {
  title: string
  subtitle: string | undefined
  /** As wide as Primer's dialogs are: 'large' unless said. */
  width?: 'large' | 'xlarge'
  /** What opened it, and has the focus again afterwards. */
  button: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

const dialog = new LazyComponent(() => import('./read-dialog.tsx').then((module) => module.ReadDialog))

/** Something to read, in full, in a dialog. Its code is fetched when one is opened first. */
export function LazyReadDialog(props: ReadDialogProps) {
  const ReadDialog = useLazy(dialog, true, () => {
    props.onClose()
    sayNotLoaded()
  })
  return ReadDialog && <ReadDialog {...props} />
}
