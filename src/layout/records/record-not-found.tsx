import type { Icon } from '@primer/octicons-react'
import { Blankslate } from '@primer/react/experimental'
import type { ReactNode } from 'react'
import { Page } from '../list/page.tsx'

const maxIdLength = 40

/** The text in a path where an id belongs, cut to a length that fits. */
export const shownId = (id: string) => `#${id.length > maxIdLength ? `${id.slice(0, maxIdLength)}…` : id}`

interface RecordNotFoundProps {
  /** What was looked for: 'customer'. */
  noun: string
  /** The same in the page's title, if another name is used there. */
  title?: string
  /** The id as written in the path. */
  id: string
  icon: Icon
  /** Where to look for it. */
  children: ReactNode
}

/** A record's page if there is no such record, or the path has no valid id. */
export function RecordNotFound({ noun, title = noun, id, icon: Icon, children }: RecordNotFoundProps) {
  return (
    <Page title={`${title.charAt(0).toUpperCase()}${title.slice(1)} not found`}>
      <Blankslate size="small" border spacious>
        <Blankslate.Visual>
          <Icon size={24} />
        </Blankslate.Visual>
        <Blankslate.Description className="breaks">
          <span>{`There is no ${noun}`}</span> <strong>{shownId(id)}</strong>
          <span>.</span> {children}
        </Blankslate.Description>
      </Blankslate>
    </Page>
  )
}
