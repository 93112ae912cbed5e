import { CopyIcon, DownloadIcon, UploadIcon } from '@primer/octicons-react'
import { Textarea } from '@primer/react'
import { useId, useRef, useState } from 'react'
import { saveFile } from '../../api/read-file.ts'
import { keyLabel } from '../../commands/keys/key-labels.ts'
import type { ChosenKeys } from '../../commands/keys/key-scheme.ts'
import { commands as declared } from '../../commands/registry.ts'
import { Button } from '../kit/button.tsx'
import { isMac } from '../kit/platform.ts'
import { type ReadKeys, readKeyFile, writeKeyFile } from './key-file.ts'
import styles from './keyboard.module.css'
import { problemText } from './problem-text.ts'

interface Props {
  chosen: ChosenKeys
  letterKeys: boolean
  say: (text: string) => void
  onImport: (keys: ChosenKeys, letterKeys: boolean) => void
}

/** Exports and imports keys. An import is all or nothing. */
export function KeyTransfer({ chosen, letterKeys, say, onImport }: Props) {
  const [text, setText] = useState('')
  const [read, setRead] = useState<ReadKeys | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const id = useId()
  const written = () => writeKeyFile(chosen, letterKeys)
  const take = (given: string) => {
    setText(given)
    setRead(given.trim() === '' ? null : readKeyFile(declared, given))
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(written())
      say('Copied the keys.')
    } catch {
      // No permission or not a secure origin: show the text to copy by hand.
      take(written())
      say('The browser blocked copying. Here they are:')
    }
  }
  return (
    <section aria-label="Export and import" className={styles.transfer}>
      <div className="row wrap gap-8">
        <Button
          size="small"
          leadingVisual={DownloadIcon}
          onClick={() => saveFile(new Blob([written()], { type: 'application/json' }), 'keys.json')}
        >
          Download my keys
        </Button>
        <Button size="small" leadingVisual={CopyIcon} onClick={() => void copy()}>
          Copy my keys
        </Button>
        <Button size="small" leadingVisual={UploadIcon} onClick={() => file.current?.click()}>
          Open a file
        </Button>
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          hidden
          aria-label="A file of keys"
          onChange={(event) => {
            const [given] = event.target.files ?? []
            void given?.text().then(take)
            event.target.value = ''
          }}
        />
      </div>
      <label htmlFor={id}>Keys to import</label>
      <Textarea
        id={id}
        block
        rows={4}
        resize="vertical"
        spellCheck={false}
        placeholder="Paste exported keys here"
        value={text}
        onChange={(event) => take(event.target.value)}
      />
      <div role="status">{read && <Outcome read={read} />}</div>
      {read?.state === 'read' && (
        <Button
          size="small"
          variant="primary"
          onClick={() => {
            onImport(read.file.keys, read.file.letterKeys)
            take('')
          }}
        >
          Replace my keys with these
        </Button>
      )}
    </section>
  )
}

function Outcome({ read }: { read: ReadKeys }) {
  if (read.state === 'unreadable') return <p className="danger">These are not keys exported from here.</p>
  if (read.state === 'read') {
    const count = Object.keys(read.file.keys).length
    const having = count === 1 ? '1 command has keys' : `${count} commands have keys`
    return <p>{`${having} of its own. Single-letter shortcuts are ${read.file.letterKeys ? 'on' : 'off'}.`}</p>
  }
  return (
    <>
      <p className="danger">Nothing was imported, because some of it can’t be:</p>
      <ProblemList problems={read.problems} />
    </>
  )
}

/** Invalid keys with their reasons. */
export function ProblemList({ problems }: { problems: Extract<ReadKeys, { state: 'refused' }>['problems'] }) {
  return (
    <ul className="unspaced indented">
      {problems.map(({ id, keys, problem }) => (
        <li key={id}>
          <span>{declared.find((command) => command.id === id)?.title(null) ?? id}</span>
          <span>{`${keys === '' ? '' : ` (${keyLabel(keys, isMac)})`}: ${problemText(problem)}`}</span>
        </li>
      ))}
    </ul>
  )
}
