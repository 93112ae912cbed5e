import { PlusIcon } from '@primer/octicons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Button } from '../../layout/kit/button.tsx'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { Copyable } from '../../layout/records/copyable.tsx'
import styles from './integrations.module.css'

interface MakerPanelProps {
  title: string
  /** The button that opens the form. */
  button: string
  /** Closes with the secret of what was made; null if nothing was. */
  Form: ComponentType<{ onClose: (secret: string | null) => void }>
  /** What the secret is, and what it is for. */
  secret: { what: string; use: string }
  /** What was made before. */
  children: ReactNode
}

/** A panel of things that are made here, each with a secret that the server will not say again. */
export function MakerPanel({ title, button, Form, secret: { what, use }, children }: MakerPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const close = (secret: string | null) => {
    setOpen(false)
    setMade(secret)
  }
  return (
    <Panel
      isReady
      title={title}
      aside={
        isOpen ? null : (
          <Button size="small" leadingVisual={PlusIcon} onClick={() => setOpen(true)}>
            {button}
          </Button>
        )
      }
    >
      {() => (
        <>
          {isOpen ? (
            <div className={styles.form}>
              <Form onClose={close} />
            </div>
          ) : null}
          {made === null ? null : (
            <Notice kind="info">
              <div className="column gap-4 breaks">
                <span>
                  <strong>{`Copy the ${what} now: it is shown only once.`}</strong> <span>{use}</span>
                </span>
                <Copyable text={made} what={what}>
                  <code className="fine">{made}</code>
                </Copyable>
              </div>
            </Notice>
          )}
          {children}
        </>
      )}
    </Panel>
  )
}
