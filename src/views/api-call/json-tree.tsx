import { useMemo } from 'react'
import { JsonView } from 'react-json-view-lite'
import { boundJson } from './bounded-json.ts'
import styles from './json-tree.module.css'

interface JsonTreeProps {
  label: string
  value: object
  /** Levels expanded at first. */
  openLevels: number
}

const look = {
  container: 'small breaks keeps-space mono',
  basicChildStyle: styles.row ?? '',
  childFieldsContainer: 'plain-list',
  label: styles.name ?? '',
  clickableLabel: styles.name ?? '',
  nullValue: styles.null ?? '',
  undefinedValue: styles.null ?? '',
  stringValue: 'success',
  booleanValue: styles.boolean ?? '',
  numberValue: styles.number ?? '',
  otherValue: 'success',
  punctuation: 'muted',
  expandIcon: styles.expand ?? '',
  collapseIcon: styles.collapse ?? '',
  collapsedContent: styles.collapsed ?? '',
  quotesForFieldNames: true,
  stringifyStringValues: true,
  ariaLables: { expandJson: 'Open', collapseJson: 'Close' },
}

/** JSON as a collapsible tree with arrow-key navigation. Contents are only ever rendered as text. */
export function JsonTree({ label, value, openLevels }: JsonTreeProps) {
  const data = useMemo(() => boundJson(value), [value])
  const isOpen = useMemo(() => (level: number) => level < openLevels, [openLevels])
  return <JsonView aria-label={label} data={data as object} style={look} shouldExpandNode={isOpen} />
}
