import { CopyIcon, DownloadIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { saveFile } from '../../api/read-file.ts'
import { hiddenText } from '../../contract/on-demand.ts'
import { copyText } from '../../layout/kit/copy-text.ts'
import { formatBytes } from '../../layout/kit/format-bytes.ts'
import { IconButton } from '../../layout/kit/icon-button.tsx'
import { LazyComponent, useLazy } from '../../layout/kit/lazy-component.ts'
import { ScrollBox } from '../../layout/kit/scroll-box.tsx'
import { PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { Hidden } from '../../layout/records/hidden.tsx'
import styles from './api-call.module.css'
import { PlainText } from './plain-text.tsx'

/** How a body is displayed. */
type BodyKind = 'empty' | 'json' | 'binary' | 'text' | 'too-long'

/** Longest text parsed as JSON: takes a few hundred milliseconds on a slow machine. */
const maxJsonLength = 2_000_000

/** Characters checked to tell text from binary. */
const sample = 4096

/** The kind of a body and its parsed JSON; `value` is undefined if it isn't JSON or only a plain value. */
export function readBody(text: string): { kind: BodyKind; value?: object } {
  if (text === '') return { kind: 'empty' }
  if (isBinary(text)) return { kind: 'binary' }
  if (!/^\s*[[{]/.test(text)) return { kind: 'text' }
  if (text.length > maxJsonLength) return { kind: 'too-long' }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { kind: 'json', value } : { kind: 'text' }
  } catch {
    return { kind: 'text' }
  }
}

/** Whether it is binary: more than 2 % control or replacement characters. */
function isBinary(text: string): boolean {
  const start = text.slice(0, sample)
  const odd = start.match(/(?![\t\n\r\f])\p{Cc}|\uFFFD/gu)?.length ?? 0
  return odd > 0 && odd / start.length > 0.02
}

/** A text's UTF-8 size for display: '4,2 MB'. */
export const sizeText = (text: string) => formatBytes(new Blob([text]).size)

/** A type that browsers never render. */
const type = 'application/octet-stream'

const tree = new LazyComponent(() => import('./json-tree.tsx').then((module) => module.JsonTree))

/** Loads the tree's code ahead. If that fails, text is shown. */
export const loadTree = () => tree.load()

/** Longer JSON opens with only its first level expanded. */
const smallJson = 20_000

interface BodyBlockProps {
  label: string
  /** Without extension. */
  fileName: string
  text: string
}

const words = { json: 'JSON', text: 'Text', binary: 'Binary', 'too-long': 'JSON, too long for a tree' }

/** Headers or a body: JSON as a tree or as sent, anything else as text; with copy and download. */
export function BodyBlock({ label, fileName, text }: BodyBlockProps) {
  const { kind, value } = useMemo(() => readBody(text), [text])
  const [isPlain, setPlain] = useState(false)
  const [hasNoTree, setNoTree] = useState(false)
  const hasTree = kind === 'json' && value !== undefined && !hasNoTree
  const Tree = useLazy(tree, hasTree && !isPlain, () => setNoTree(true))

  if (text === hiddenText)
    return (
      <Block label={label} meta="hidden">
        <Hidden label={label} />
      </Block>
    )
  if (kind === 'empty')
    return (
      <Block label={label} meta="empty">
        <p className="muted fine">—</p>
      </Block>
    )
  return (
    <Block
      label={label}
      meta={`${words[kind]}, ${sizeText(text)}`}
      actions={
        <>
          {hasTree ? (
            <button type="button" className="pill" aria-pressed={isPlain} onClick={() => setPlain(!isPlain)}>
              As text
            </button>
          ) : null}
          <IconButton
            icon={CopyIcon}
            label={`Copy: ${label.toLowerCase()}`}
            size="small"
            onClick={() => void copyText(text, label.toLowerCase())}
          />
          <IconButton
            icon={DownloadIcon}
            label={`Download: ${label.toLowerCase()}`}
            size="small"
            onClick={() => saveFile(new Blob([text], { type }), `${fileName}.${kind === 'json' || kind === 'too-long' ? 'json' : 'txt'}`)}
          />
        </>
      }
    >
      {kind === 'binary' ? <p className="muted fine">This is not text. What could be read of it can be downloaded.</p> : null}
      {!hasTree || isPlain ? (
        <PlainText label={label} text={text} />
      ) : Tree ? (
        <ScrollBox className={styles.scroll} aria-label={label}>
          <Tree label={label} value={value} openLevels={text.length > smallJson ? 1 : 3} />
        </ScrollBox>
      ) : (
        <PanelSkeleton lines={4} />
      )}
    </Block>
  )
}

function Block({ label, meta, actions, children }: { label: string; meta: string; actions?: React.ReactNode; children: React.ReactNode }) {
  return (
    <section className="column gap-4 can-shrink" aria-label={label}>
      <div className="row spread gap-8 high-28">
        <h3 className="can-shrink fine semibold">
          <span>{label}</span> <span className="note unbroken inline-block regular">{meta}</span>
        </h3>
        {actions ? <span className="inline-row rigid gap-2">{actions}</span> : null}
      </div>
      {children}
    </section>
  )
}
