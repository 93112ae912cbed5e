import { SearchIcon, ThreeBarsIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useCommands } from '../commands/use-commands.ts'
import type { barColours } from '../session/layout-settings.ts'
import { useMenu } from './menu.ts'
import { MenuLink } from './menu-link.tsx'
import styles from './phone-bar.module.css'
import { PhoneMenu } from './phone-menu.tsx'

/** What staff open most, in order; the bar has room for three. */
const usual = ['/customers', '/qrs', '/payments', '/invoices']
const maxPlaces = 3

export interface PhoneBarProps {
  /** The sidebar's own colours, which the sheet takes. */
  sheetColours: ReturnType<typeof barColours>
}

/** The menu of a narrow window: what is opened most, the palette, and a sheet with all the rest. */
export function PhoneBar({ sheetColours }: PhoneBarProps) {
  const { openPalette } = useCommands()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const groups = useMenu()
  const entries = groups.flatMap((group) => group.entries)
  const places = usual.flatMap((href) => entries.find((entry) => entry.href === href) ?? []).slice(0, maxPlaces)
  return (
    <>
      <nav aria-label="Main" className="flex tall">
        {places.map((entry) => (
          <MenuLink key={entry.href} entry={entry} className={styles.place}>
            <entry.command.icon />
            {entry.title}
          </MenuLink>
        ))}
        <button type="button" className={styles.place} aria-haspopup="dialog" onClick={openPalette}>
          <SearchIcon />
          Search
        </button>
        <button
          type="button"
          className={styles.place}
          // Takes the focus of settings that are closed.
          data-settings-toggle=""
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          aria-current={entries.some(({ isHere }) => isHere) && !places.some(({ isHere }) => isHere) ? true : undefined}
          onClick={() => setMenuOpen(true)}
        >
          <ThreeBarsIcon />
          More
        </button>
      </nav>
      {isMenuOpen ? <PhoneMenu groups={groups} places={places} colours={sheetColours} onClose={() => setMenuOpen(false)} /> : null}
    </>
  )
}
