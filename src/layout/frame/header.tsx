import { ScreenFullIcon, ScreenNormalIcon, SearchIcon, SlidersIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import { consoleDialog } from '../commands/console-dialog.ts'
import { useCommands, useIconKeys } from '../commands/use-commands.ts'
import { canFullscreen, toggleFullscreen, useIsFullscreen } from '../kit/fullscreen.ts'
import { IconButton } from '../kit/icon-button.tsx'
import { useStore } from '../kit/store.ts'
import { useColourModeButton } from '../session/colour-mode.tsx'
import type { barColours } from '../session/layout-settings.ts'
import { useProductName } from '../session/session.ts'
import styles from './header.module.css'
import { ProductMark } from './product-mark.tsx'
import { UserMenu } from './user-menu.tsx'

interface HeaderProps {
  colours: ReturnType<typeof barColours>
}

/** The top bar. Its search is a button that opens the palette, so there is one way in for mouse and keyboard. */
export function Header({ colours }: HeaderProps) {
  const { openPalette } = useCommands()
  const { keyHint, ...shortcut } = useIconKeys('palette.open')
  const productName = useProductName()
  return (
    <header className={styles.header} {...colours}>
      <Link to="/" className={styles.product}>
        <ProductMark />
        <span>{productName}</span>
      </Link>
      <button type="button" className={styles.palette} onClick={openPalette} {...shortcut}>
        <SearchIcon />
        <span className="truncate grow start">Find or run a command…</span>
        {keyHint === null ? null : <kbd className="rigid">{keyHint}</kbd>}
      </button>
      <div className="row gap-4 at-end">
        <FullscreenButton />
        <IconButton {...useColourModeButton()} {...useIconKeys('colour-mode.toggle')} />
        <SettingsButton />
        <UserMenu />
      </div>
    </header>
  )
}

/** The settings toggle (document 1, section 2). */
function SettingsButton() {
  const isOpen = useStore(consoleDialog) === 'settings'
  return (
    <IconButton
      icon={SlidersIcon}
      label="Settings"
      {...useIconKeys('settings.open')}
      data-settings-toggle
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => consoleDialog.set(isOpen ? null : 'settings')}
    />
  )
}

function FullscreenButton() {
  const isFullscreen = useIsFullscreen()
  const keys = useIconKeys('fullscreen.toggle')
  if (!canFullscreen()) return null
  return (
    <IconButton
      icon={isFullscreen ? ScreenNormalIcon : ScreenFullIcon}
      label={isFullscreen ? 'Leave full screen' : 'Full screen'}
      {...keys}
      onClick={toggleFullscreen}
    />
  )
}
