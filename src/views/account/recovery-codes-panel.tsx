import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { makeRecoveryCodesMutation } from '../../api/account.ts'
import { saveFile } from '../../api/read-file.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { Button } from '../../layout/kit/button.tsx'
import { copyText } from '../../layout/kit/copy-text.ts'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { toastError } from '../../layout/kit/toasts.tsx'
import { Card } from '../../layout/records/card.tsx'
import styles from './account.module.css'

/** Ten codes, once each, for a lost phone. They are shown when they are made, and never again. */
export function RecoveryCodesPanel({ left }: { left: number }) {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isMaking, setMaking] = useState(false)
  const make = async () => {
    setMaking(true)
    try {
      setCodes((await runMutation(client, makeRecoveryCodesMutation(), {})).codes)
      setOpen(false)
    } catch (error) {
      toastError('No codes were made.', error)
    } finally {
      setMaking(false)
    }
  }
  return (
    <Card
      title="Recovery codes"
      aside={
        isOpen ? null : (
          <Button size="small" onClick={() => (left === 0 ? void make() : setOpen(true))} loading={isMaking}>
            {left === 0 ? 'Make recovery codes' : 'Replace them'}
          </Button>
        )
      }
    >
      <div className="column gap-12">
        <p>{left === 0 ? 'You have none: a lost phone would be a call to a colleague with full access.' : `${left} of 10 are left.`}</p>
        {isOpen ? (
          <div className="column gap-8">
            <p>The codes that you have now no longer work then.</p>
            <div className="row wrap gap-8">
              <Button variant="primary" autoFocus loading={isMaking} onClick={() => void make()}>
                Make ten new codes
              </Button>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
            </div>
          </div>
        ) : null}
        {codes === null ? null : <Codes codes={codes} />}
      </div>
    </Card>
  )
}

function Codes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  return (
    <Notice kind="info">
      <div className="column gap-8">
        <strong>Keep them where your phone is not: they are shown only once.</strong>
        <ol className={styles.codes} aria-label="Recovery codes" translate="no">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className="row wrap gap-8">
          <Button size="small" onClick={() => void copyText(text, 'recovery codes')}>
            Copy all
          </Button>
          <Button size="small" onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}>
            Save as a file
          </Button>
        </div>
      </div>
    </Notice>
  )
}
