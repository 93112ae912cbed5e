import { AppsIcon, FileIcon, HistoryIcon, type Icon, PersonIcon, SyncIcon } from '@primer/octicons-react'
import { CommandGroup, CommandItem, CommandList } from 'cmdk'
import { type RefObject, useRef } from 'react'
import { KeyCaps } from '../key-caps.tsx'
import styles from './palette.module.css'
import type { Row, RowGroup } from './rows.ts'

interface Props {
  ref: RefObject<HTMLDivElement | null>
  groups: readonly RowGroup[]
  onChoose: (row: Row, newTab: boolean) => void
}

/** The results, by group; beside a heading stands whether it is still searched. */
export function PaletteList({ ref, groups, onChoose }: Props) {
  const isNewTab = useRef(false)
  return (
    <CommandList
      ref={ref}
      className={styles.list}
      label="Results"
      onClickCapture={(event) => {
        isNewTab.current = event.ctrlKey || event.metaKey
      }}
    >
      {groups.map(({ id, heading, note, rows }) => (
        <CommandGroup
          key={id}
          value={id}
          className={styles.group}
          heading={
            <>
              <span>{heading}</span>
              {note !== null && <span className={styles.note}>{note}</span>}
            </>
          }
        >
          {rows.map((row) => (
            <CommandItem key={row.value} value={row.value} className={styles.row} onSelect={() => onChoose(row, isNewTab.current)}>
              <RowContents row={row} />
            </CommandItem>
          ))}
        </CommandGroup>
      ))}
    </CommandList>
  )
}

const recordIcons: Record<'customer' | 'qr' | 'invoice', Icon> = { customer: PersonIcon, qr: AppsIcon, invoice: FileIcon }

function RowContents({ row }: { row: Row }) {
  if (row.kind === 'retry')
    return (
      <>
        <RowIcon icon={SyncIcon} />
        <span className={styles.failed}>{row.message}</span>
        <span className={styles.why}>Retry</span>
      </>
    )
  if (row.kind === 'record') {
    const isRecent = row.why === 'recent'
    return (
      <>
        <RowIcon icon={isRecent ? HistoryIcon : recordIcons[row.record.type]} />
        <span className={styles.lines}>
          <span className={styles.name}>{row.record.label}</span>
          <span className={styles.detail}>{row.record.detail}</span>
        </span>
        <span className={styles.why}>{isRecent ? recordNames[row.record.type] : row.why}</span>
      </>
    )
  }
  const { command, title, availability } = row.resolved
  return (
    <>
      <RowIcon icon={command.icon} />
      <span className={styles.label}>{title}</span>
      {availability.state === 'blocked' && <span className={styles.why}>unavailable: {availability.reason}</span>}
      {command.keys !== undefined && <KeyCaps keys={command.keys} />}
    </>
  )
}

const recordNames = { customer: 'customer', qr: 'QR code', invoice: 'invoice' }

function RowIcon({ icon: Icon }: { icon: Icon }) {
  return (
    <span className={styles.icon}>
      <Icon size={16} />
    </span>
  )
}
