import { CheckCircleFillIcon, XCircleFillIcon, XIcon } from '@primer/octicons-react'
import { type ComponentType, useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import styles from './toaster.module.css'

export interface ToastContent {
  kind: 'success' | 'error'
  title: string
  text?: string
  action?: { label: string; onClick: () => void } | undefined
  /** By which it can be dismissed. */
  id?: number | undefined
}

/** Shows a toast for a time in milliseconds. */
export type ShowToast = (content: ToastContent, duration: number) => void

export interface ToastScreen {
  show: ShowToast
  dismiss: (id: number) => void
}

const keyOf = (id: number) => `toast-${id}`

/** Sonner at the bottom centre in Primer's tokens; its own chunk, so the sign-in screen needn't wait for it. */
export function Toaster({ onReady, Lasting }: { onReady: (screen: ToastScreen | null) => void; Lasting: ComponentType | null }) {
  useEffect(() => {
    onReady({
      show: (content, duration) => {
        const render = (id: number | string) => <Toast content={content} close={() => toast.dismiss(id)} />
        toast.custom(render, { duration, ...(content.id === undefined ? {} : { id: keyOf(content.id) }) })
      },
      dismiss: (id) => void toast.dismiss(keyOf(id)),
    })
    return () => onReady(null)
  }, [onReady])
  useEffect(() => {
    if (!Lasting) return undefined
    const id = toast.custom(() => <Lasting />, { duration: Number.POSITIVE_INFINITY, dismissible: false })
    return () => void toast.dismiss(id)
  }, [Lasting])
  // Expanded, so other toasts don't cover a lasting one.
  return (
    <Sonner
      expand={Lasting !== null}
      position="bottom-center"
      gap={8}
      // In the room that a page keeps at its end: shell.module.css.
      offset={12}
      mobileOffset={{ bottom: 12, left: 12, right: 12 }}
      visibleToasts={4}
      containerAriaLabel="Messages"
    />
  )
}

function Toast({ content: { kind, title, text, action }, close }: { content: ToastContent; close: () => void }) {
  const Icon = kind === 'success' ? CheckCircleFillIcon : XCircleFillIcon
  return (
    <div className={styles.toast} data-kind={kind}>
      <Icon className={`lowered ${kind === 'success' ? kind : 'danger'}`} />
      <div className="column can-shrink grow breaks">
        <strong className="medium">{title}</strong>
        {text ? <span className="muted">{text}</span> : null}
      </div>
      {action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onClick()
            close()
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button type="button" className={styles.close} aria-label="Close message" onClick={close}>
        <XIcon />
      </button>
    </div>
  )
}
