import { KeyIcon, SearchIcon } from '@primer/octicons-react'
import { Dialog, TextInput } from '@primer/react'
import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import type { Command } from '../../commands/engine/command.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import type { Scope } from '../../commands/engine/record-types.ts'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import { activeCommands } from '../../commands/keys/active.ts'
import { keysOf } from '../../commands/keys/key-scheme.ts'
import { scopeNames, scopes } from '../../commands/keys/scope-names.ts'
import { useCommandsNow } from '../commands/commands-now.ts'
import { closeConsoleDialog, consoleDialog } from '../commands/console-dialog.ts'
import { searchKeys } from '../commands/search-keys.ts'
import { Button } from '../kit/button.tsx'
import { KeyCaps } from '../kit/key-caps.tsx'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { usePreferences } from '../session/preferences.ts'
import { timesByMouse } from './by-mouse.ts'
import styles from './cheat-sheet.module.css'
import dialog from './keys-dialog.module.css'

/** How many commands that were called by mouse are shown, and from how many times on. */
const maxByMouse = 5
const minTimes = 2

/** Pixels per arrow key in the search box. */
const step = 60

/** All keys by scope, straight from the registry, so it is never outdated. Those that work on this page come first. */
export function CheatSheet({ contextNow }: { contextNow: () => CommandContext }) {
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const commands = useCommandsNow()
  const areLettersOff = usePreferences().letterKeys === false
  // As of opening, since the sheet covers the page.
  const [context] = useState(contextNow)
  const here = new Map(activeCommands(commands, context).map((resolved) => [resolved.command.id, resolved]))
  const { capabilities } = context.user
  const withKeys = commands.filter((command) => keysOf(command).length > 0 && (!command.needs || capabilities.includes(command.needs)))
  const found = searchKeys(query, withKeys)
  const isHere = (scope: Scope) => scope === 'global' || found.some((command) => command.scope === scope && here.has(command.id))
  const shown = scopes.filter((scope) => found.some((command) => command.scope === scope))
  const parts = [
    { title: 'On this page', scopes: shown.filter(isHere) },
    { title: 'Elsewhere', scopes: shown.filter((scope) => !isHere(scope)) },
  ]

  const [byMouse] = useState(() => timesByMouse(context.user.id).filter(({ times }) => times >= minTimes))
  const couldUse = byMouse
    .flatMap(({ id, times }) => withKeys.filter((command) => command.id === id).map((command) => ({ command, times })))
    .slice(0, maxByMouse)

  const onKeyDown = (event: KeyboardEvent) => {
    const by = scrollBy(event.key, sheet.current?.clientHeight ?? 0)
    if (by === null || event.nativeEvent.isComposing) return
    event.preventDefault()
    sheet.current?.scrollBy({ top: by })
  }

  return (
    <Dialog
      title="Keyboard shortcuts"
      width="min(76rem, calc(100vw - 2rem))"
      height="large"
      position={{ narrow: 'fullscreen', regular: 'center' }}
      initialFocusRef={input}
      onClose={closeConsoleDialog}
      className={dialog.dialog}
    >
      <div className="flex gap-8 rigid">
        <TextInput
          ref={input}
          className="grow"
          leadingVisual={SearchIcon}
          aria-label="Search the keys"
          placeholder="Search shortcuts"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button leadingVisual={KeyIcon} onClick={() => consoleDialog.set('shortcut-settings')}>
          Customize shortcuts
        </Button>
      </div>
      <output className="visually-hidden">{query === '' ? '' : `${found.length} found`}</output>
      <ScrollBox ref={sheet} className={dialog.box} role="region" aria-label="All keys">
        {areLettersOff && <p className="muted">Single-letter shortcuts are off. The palette and the menus have everything.</p>}
        {query === '' && couldUse.length > 0 && (
          <>
            <h2 className="semibold below-8 title-small">Keys you could use</h2>
            <dl className={`${styles.columns} below-8`}>
              {couldUse.map(({ command, times }) => (
                <KeyRow key={command.id} command={command} note={`${times} times by mouse in the last 7 days`} />
              ))}
            </dl>
          </>
        )}
        {parts.map(
          ({ title, scopes }) =>
            scopes.length > 0 && (
              <Fragment key={title}>
                <h2 className="semibold below-8 title-small">{title}</h2>
                <div className={styles.columns}>
                  {scopes.map((scope) => (
                    <Section key={scope} heading={scopeNames[scope]} commands={found.filter((each) => each.scope === scope)} here={here} />
                  ))}
                </div>
              </Fragment>
            ),
        )}
        {found.length === 0 && <p className="muted">{`No command with a key matches ‘${query}’.`}</p>}
      </ScrollBox>
    </Dialog>
  )
}

interface SectionProps {
  heading: string
  commands: readonly Command[]
  here: ReadonlyMap<string, ResolvedCommand>
}

function Section({ heading, commands, here }: SectionProps) {
  const isHere = commands.some(({ id }) => here.has(id))
  return (
    <section className={styles.section}>
      <h3 className={dialog.heading}>{heading}</h3>
      <dl>
        {commands.map((command) => {
          const now = here.get(command.id)
          const reason = now?.availability.state === 'blocked' ? now.availability.reason : null
          return <KeyRow key={command.id} command={command} note={reason} isOff={isHere && (!now || reason !== null)} />
        })}
      </dl>
    </section>
  )
}

function KeyRow({ command, note, isOff = false }: { command: Command; note: string | null; isOff?: boolean }) {
  return (
    <div className={styles.row} data-off={isOff || undefined}>
      <dt>
        <span>{command.title(null)}</span>
        {note !== null && <p className="note">{note}</p>}
      </dt>
      <dd className="flex gap-8 rigid top">
        {keysOf(command).map((keys) => (
          <KeyCaps key={keys} keys={keys} />
        ))}
      </dd>
    </div>
  )
}

/** How far a key in the search box scrolls the sheet, or null. */
function scrollBy(key: string, page: number): number | null {
  if (key === 'ArrowDown' || key === 'ArrowUp') return key === 'ArrowDown' ? step : -step
  if (key === 'PageDown' || key === 'PageUp') return key === 'PageDown' ? page * 0.9 : page * -0.9
  return null
}
