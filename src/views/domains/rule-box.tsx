import { XIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { domainRuleQuery } from '../../api/domain-lists.ts'
import type { BadgeColour } from '../../contract/customer-status.ts'
import type { DomainRule } from '../../contract/domain-lists.ts'
import { pastedHost } from '../../contract/domain-rules.ts'
import { Button } from '../../layout/kit/button.tsx'
import { describeError } from '../../layout/kit/error-panel.tsx'
import { IconButton } from '../../layout/kit/icon-button.tsx'
import { Spinner } from '../../layout/kit/spinner.tsx'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { DomainName } from '../../layout/records/domain-name.tsx'
import styles from './rule-box.module.css'

/** Which rule applies, and why, in a sentence. */
function ruleWords({ host, verdict, entry, overruled }: DomainRule): { status: string; colour: BadgeColour; why: string } {
  const instead = overruled === null ? '' : ` The blocked ${overruled.domain} does not count.`
  switch (verdict) {
    case 'blocked':
      return { status: 'blocked', colour: 'danger', why: `${by(host, entry?.domain)} among the blocked domains decides.` }
    case 'allowed':
      return { status: 'allowed', colour: 'success', why: `${by(host, entry?.domain)} among the allowed domains decides.${instead}` }
    case 'own':
      return { status: 'our own', colour: 'primary', why: `It is a host of the product, which is never blocked.${instead}` }
    case 'address':
      return { status: 'no rule', colour: 'secondary', why: 'It is an IP address, and the lists only contain domains.' }
    case 'none':
      return { status: 'no rule', colour: 'secondary', why: 'No entry in either list covers it.' }
  }
}

const by = (host: string, domain = '') => (domain === host ? 'Its own entry' : `The entry ${domain}`)

interface RuleBoxProps {
  /** The checked address from the URL. */
  checked: string | undefined
  onCheck: (address: string | undefined) => void
}

/** Checks which list entry, if any, applies to a pasted address. The address is never opened. */
export function RuleBox({ checked, onCheck }: RuleBoxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // The draft belongs to the URL's address and is replaced when that changes.
  const [draft, setDraft] = useState({ of: checked, text: checked ?? '', isSubmitted: false })
  const { text, isSubmitted } = draft.of === checked ? draft : { text: checked ?? '', isSubmitted: false }
  const pasted = pastedHost(text)
  const problem = isSubmitted && pasted.kind === 'none' ? pasted.reason : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setDraft({ of: checked, text, isSubmitted: true })
    if (pasted.kind === 'none') input.current?.focus()
    else onCheck(text.trim())
  }

  return (
    <section className={styles.rule} aria-label="Check a domain">
      <form className="row wrap gap-8" onSubmit={submit} noValidate>
        <label className="spoken-on-phones fine semibold" htmlFor={id}>
          Check a domain
        </label>
        <input
          ref={input}
          id={id}
          className={styles.input}
          placeholder="Paste any URL or domain"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={(event) => setDraft({ of: checked, text: event.target.value, isSubmitted: false })}
        />
        <Button type="submit">Check</Button>
        {checked === undefined ? null : <IconButton icon={XIcon} label="Clear the address" onClick={() => onCheck(undefined)} />}
      </form>
      {problem === null ? null : (
        <p id={`${id}-problem`} role="alert" className="danger small above-8">
          {problem}
        </p>
      )}
      <div role="status" className={checked === undefined ? undefined : 'row wrap fine gap-4-8 high-24 above-8'}>
        {checked === undefined ? null : <Answer address={checked} />}
      </div>
    </section>
  )
}

function Answer({ address }: { address: string }) {
  const pasted = pastedHost(address)
  const { data, error, refetch } = useQuery({ ...domainRuleQuery(address), enabled: pasted.kind !== 'none' })
  if (pasted.kind === 'none') return <span className="can-shrink breaks">{pasted.reason}</span>
  if (error)
    return (
      <>
        <span className="can-shrink breaks">{describeError(error).advice ?? describeError(error).text}</span>
        <Button size="small" onClick={() => void refetch()}>
          Retry
        </Button>
      </>
    )
  if (!data) return <Spinner />
  const { status, colour, why } = ruleWords(data)
  return (
    <>
      <StatusBadge status={status} colour={colour} />
      <strong className="can-shrink breaks">
        <DomainName domain={data.host} />
      </strong>
      <span className="can-shrink breaks muted">{why}</span>
    </>
  )
}
