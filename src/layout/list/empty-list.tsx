import { SearchIcon } from '@primer/octicons-react'
import { Blankslate } from '@primer/react/experimental'
import { Link } from '@tanstack/react-router'
import type { Pagination } from '../../contract/list.ts'
import { Button } from '../kit/button.tsx'
import { totalText } from './count-text.ts'

export interface EmptyListProps {
  text: string
  /** What a wider search finds. */
  wider: {
    term: string
    noun: readonly [one: string, many: string]
    /** Null while it is looked up. */
    found: Pagination | null
    rows: readonly { id: number; name: string; href: string | null }[]
    onShow: () => void
  } | null
  onClear: (() => void) | null
  isStale: boolean
}

const maxNames = 5

/** '8 customers contain “carvajal”.' */
function containing({ term, noun: [one, many] }: NonNullable<EmptyListProps['wider']>, found: Pagination): string {
  if (found.total_results === 0) return `No ${many} match “${term}”.`
  return `${totalText(found)} ${found.total_results === 1 ? `${one} contains` : `${many} contain`} “${term}”.`
}

/** Replaces a list without rows: says so and offers what to do. */
export function EmptyList({ text, wider, onClear, isStale }: EmptyListProps) {
  const found = wider?.found ?? null
  const isContained = found !== null && found.total_results > 0
  return (
    <Blankslate size="small" spacious className="card" aria-busy={isStale}>
      <Blankslate.Visual>
        <SearchIcon size={24} />
      </Blankslate.Visual>
      <Blankslate.Heading>Results not found.</Blankslate.Heading>
      <Blankslate.Description role="status">
        {wider ? `No exact match.${found ? ` ${containing(wider, found)}` : ''}` : text}
      </Blankslate.Description>
      {isContained ? (
        <ul className="plain-list flex wrap centred gap-4-12">
          {wider?.rows.slice(0, maxNames).map(({ id, name, href }) => (
            <li key={id}>{href === null ? name : <Link to={href}>{name}</Link>}</li>
          ))}
        </ul>
      ) : null}
      <div className="flex wrap middle gap-8 above-12">
        {isContained ? (
          <Button data-wider-search="" trailingVisual={<kbd aria-hidden="true">Enter</kbd>} onClick={wider?.onShow}>
            {`Show ${found.total_results === 1 ? 'it' : 'them'}`}
          </Button>
        ) : null}
        {onClear ? <Button onClick={onClear}>Clear filters</Button> : null}
      </div>
    </Blankslate>
  )
}
