import { SearchIcon } from '@primer/octicons-react'
import { Dialog, TextInput } from '@primer/react'
import { useRef, useState } from 'react'
import type { Command, CommandContext, Scope } from '../../commands/command.ts'
import { indexItem, rank } from '../../commands/ranking.ts'
import { commands } from '../../commands/registry.ts'
import { cheatSheet } from './cheat-sheet-state.ts'
import styles from './commands.module.css'
import { KeyCaps } from './key-caps.tsx'

const scopes: readonly { scope: Scope; heading: string }[] = [
  { scope: 'global', heading: 'Everywhere' },
  { scope: 'list', heading: 'In a list' },
  { scope: 'customer', heading: 'On a customer' },
  { scope: 'payment', heading: 'On a payment' },
  { scope: 'note', heading: 'On a note' },
  { scope: 'feedback', heading: 'On feedback' },
  { scope: 'qr', heading: 'On a QR code' },
  { scope: 'invoice', heading: 'On an invoice' },
  { scope: 'webrisk', heading: 'On a web-risk entry' },
  { scope: 'tracker', heading: 'On a row of the web-risk log' },
  { scope: 'abuse', heading: 'On an abuse report' },
]

/** Every key there is, by where it works: straight from the registry, so that it cannot lie. */
export function CheatSheet({ contextNow }: { contextNow: () => CommandContext }) {
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { capabilities } = contextNow().user
  const withKeys = commands.filter(({ keys, needs }) => keys !== undefined && (!needs || capabilities.includes(needs)))
  const found = search(query, withKeys)
  return (
    <Dialog
      title="Keys"
      width="min(60rem, calc(100vw - 2rem))"
      position={{ narrow: 'fullscreen', regular: 'center' }}
      initialFocusRef={input}
      onClose={() => cheatSheet.set(false)}
    >
      <TextInput
        ref={input}
        block
        leadingVisual={SearchIcon}
        aria-label="Search the keys"
        placeholder="Search the keys"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <output className={styles.unseen}>{query === '' ? '' : `${found.length} found`}</output>
      <div className={styles.sheet}>
        {scopes.map(({ scope, heading }) => (
          <Section key={scope} heading={heading} commands={found.filter((command) => command.scope === scope)} />
        ))}
      </div>
      {found.length === 0 && <p className={styles.sheetEmpty}>No command with a key matches ‘{query}’.</p>}
    </Dialog>
  )
}

function Section({ heading, commands }: { heading: string; commands: readonly Command[] }) {
  if (commands.length === 0) return null
  return (
    <section className={styles.sheetSection}>
      <h2>{heading}</h2>
      <dl>
        {commands.map((command) => (
          <div key={command.id} className={styles.sheetRow}>
            <dt>{command.title(null)}</dt>
            <dd>
              {[command.keys ?? '', ...(command.moreKeys ?? [])].map((keys) => (
                <KeyCaps key={keys} keys={keys} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function search(query: string, withKeys: readonly Command[]): Command[] {
  if (query.trim() === '') return [...withKeys]
  const byKeys = withKeys.filter((command) => command.keys === query.trim())
  const indexed = withKeys.map((command) => indexItem(command, command.title(null), `${command.keywords ?? ''} ${command.section}`))
  const byWords = rank(query, indexed, () => undefined).map(({ item }) => item)
  return [...new Set([...byKeys, ...byWords])]
}
