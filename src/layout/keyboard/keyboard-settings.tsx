import { SearchIcon } from '@primer/octicons-react'
import { Banner, Checkbox, Dialog, TextInput } from '@primer/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Command } from '../../commands/engine/command.ts'
import { keyChange, withoutChoice } from '../../commands/keys/key-choice.ts'
import type { ChosenKeys } from '../../commands/keys/key-scheme.ts'
import { scopeNames, scopes } from '../../commands/keys/scope-names.ts'
import { commands as declared } from '../../commands/registry.ts'
import { keySchemeNow } from '../commands/commands-now.ts'
import { closeConsoleDialog } from '../commands/console-dialog.ts'
import { searchKeys } from '../commands/search-keys.ts'
import { Button } from '../kit/button.tsx'
import { isMac } from '../kit/platform.ts'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { savePreferences, usePreferences } from '../session/preferences.ts'
import { KeyRow } from './key-row.tsx'
import { KeyTransfer, ProblemList } from './key-transfer.tsx'
import styles from './keyboard.module.css'
import dialog from './keys-dialog.module.css'

/** All commands and their keys: change, export and import them, or switch single characters off. */
export function KeyboardSettings() {
  const { keys: chosen = {}, letterKeys = true } = usePreferences()
  const { commands, ignored } = keySchemeNow()
  const [query, setQuery] = useState('')
  const [recording, setRecording] = useState<string | null>(null)
  const [isTransferring, setTransferring] = useState(false)
  const [isResetting, setResetting] = useState(false)
  const [message, setMessage] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const found = searchKeys(query, commands)
  const changed = Object.keys(chosen).length

  const choose = async (next: ChosenKeys, text: string, letters = letterKeys) => {
    setMessage('')
    const change = { keys: keyChange(chosen, next), ...(letters === letterKeys ? {} : { letterKeys: letters }) }
    if (await savePreferences(change)) setMessage(text)
  }
  const endRecording = () => {
    const id = recording
    setRecording(null)
    // The focused recorder is gone.
    if (id !== null) list.current?.querySelector<HTMLElement>(`[data-change="${id}"]`)?.focus()
  }
  const reset = (command: Command) => {
    const next = withoutChoice(declared, chosen, command.id)
    const also = Object.keys(chosen).filter((id) => id !== command.id && next[id] === undefined)
    const names = [command.id, ...also].map((id) => declared.find((each) => each.id === id)?.title(null) ?? id)
    void choose(next, `${names.join(', ')}: back to what it was.`)
    list.current?.querySelector<HTMLElement>(`[data-change="${command.id}"]`)?.focus()
  }

  return (
    <Dialog
      title="Customize shortcuts"
      subtitle="Only for you, on every device you sign in on."
      width="xlarge"
      height="large"
      position={{ narrow: 'fullscreen', regular: 'center' }}
      initialFocusRef={search}
      onClose={closeConsoleDialog}
      className={dialog.dialog}
    >
      <div className="column gap-8 rigid">
        <label className="inline-row gap-8 semibold">
          <Checkbox
            checked={letterKeys}
            aria-describedby="letter-keys-help"
            onChange={() => void savePreferences({ letterKeys: !letterKeys })}
          />
          Single-letter shortcuts
        </label>
        <p id="letter-keys-help" className="note">
          Letters, digits and symbols, pressed alone or one after the other. Switch them off if a screen reader or speech input uses them:
          arrows, Enter and keys with {isMac ? '⌘' : 'Ctrl'} still work, and the palette and menus have everything.
        </p>
        {ignored.length > 0 && (
          <Banner variant="warning" title="These keys of yours no longer work." description="The commands have their default keys instead:">
            <ProblemList problems={ignored} />
            <Button
              size="small"
              onClick={() => {
                const ids = new Set(ignored.map(({ id }) => id))
                void choose(Object.fromEntries(Object.entries(chosen).filter(([id]) => !ids.has(id))), 'They are forgotten.')
              }}
            >
              Forget them
            </Button>
          </Banner>
        )}
        <div className="row wrap gap-8">
          <TextInput
            ref={search}
            className="stretchy"
            leadingVisual={SearchIcon}
            aria-label="Search the commands"
            placeholder="Search shortcuts"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => walk(event, list.current)}
          />
          <Button aria-expanded={isTransferring} onClick={() => setTransferring(!isTransferring)}>
            Export and import
          </Button>
          {changed > 0 && !isResetting && <Button onClick={() => setResetting(true)}>Reset all</Button>}
        </div>
        {isResetting && changed > 0 && (
          <Banner
            variant="warning"
            role="alert"
            title={changed === 1 ? 'One command gets its default keys back.' : `${changed} commands get their default keys back.`}
          >
            <div className="row wrap gap-8">
              <Button size="small" autoFocus onClick={() => setResetting(false)}>
                Keep mine
              </Button>
              <Button
                size="small"
                variant="danger"
                onClick={() => {
                  setResetting(false)
                  void choose({}, 'All keys are back to what they were.')
                  search.current?.focus()
                }}
              >
                Reset all
              </Button>
            </div>
          </Banner>
        )}
        {isTransferring && (
          <KeyTransfer
            chosen={chosen}
            letterKeys={letterKeys}
            say={setMessage}
            onImport={(keys, letters) => void choose(keys, 'The keys were imported.', letters)}
          />
        )}
        <output className="small success never-empty">{message}</output>
      </div>
      <ScrollBox ref={list} role="region" aria-label="All commands" className={dialog.box}>
        {scopes.map((scope) => {
          const own = found.filter((command) => command.scope === scope)
          if (own.length === 0) return null
          return (
            <section key={scope} className={styles.section}>
              <h2 className={dialog.heading}>{scopeNames[scope]}</h2>
              <ul className="plain-list">
                {own.map((command) => (
                  <KeyRow
                    key={command.id}
                    command={command}
                    commands={commands}
                    chosen={chosen}
                    areLettersOff={!letterKeys}
                    isRecording={recording === command.id}
                    onRecord={() => setRecording(command.id)}
                    onCancel={endRecording}
                    onKeyDown={(event) => walk(event, list.current)}
                    onReset={() => reset(command)}
                    onSave={(next, text) => {
                      void choose(next, text)
                      endRecording()
                    }}
                  />
                ))}
              </ul>
            </section>
          )
        })}
        {found.length === 0 && <p className="note">No command matches ‘{query}’.</p>}
      </ScrollBox>
    </Dialog>
  )
}

/** Arrow keys move between the 'Change' buttons; from the search box to the first. */
function walk(event: KeyboardEvent, list: HTMLElement | null) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !list) return
  const buttons = [...list.querySelectorAll<HTMLElement>('[data-change]')]
  const at = buttons.findIndex((button) => button.closest('li')?.contains(document.activeElement))
  const to = buttons[at + step]
  if (!to || (at < 0 && step < 0)) return
  event.preventDefault()
  to.focus()
}
