import { ScreenFullIcon, ScreenNormalIcon, SearchIcon, SlidersIcon, ThreeBarsIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import { settingsOpen } from '../commands/open-surfaces.ts'
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
  /** The bar's own colours. */
  colours: ReturnType<typeof barColours>
  /** On phones. */
  openMenu: () => void
}

/** The top bar. Its search is a button that opens the palette, so there is one way in for mouse and keyboard. */
export function Header({ colours, openMenu }: HeaderProps) {
  const { openPalette } = useCommands()
  const { keyHint, ...shortcut } = useIconKeys('palette.open')
  const productName = useProductName()
  return (
    <header className={styles.header} {...colours}>
      <div className="row gap-4">
        <span className={styles.menuButton}>
          <IconButton icon={ThreeBarsIcon} label="Open the menu" onClick={openMenu} />
        </span>
        <Link to="/" className={styles.product}>
          <ProductMark />
          <span className={styles.name}>{productName}</span>
        </Link>
      </div>
      <button type="button" className={styles.palette} onClick={openPalette} {...shortcut}>
        <SearchIcon />
        <span className={styles.paletteText}>Find or run a command…</span>
        {keyHint === null ? null : <kbd className={styles.keys}>{keyHint}</kbd>}
      </button>
      <div className={styles.end}>
        <FullscreenButton />
        <span className={styles.wideOnly}>
          <IconButton {...useColourModeButton()} {...useIconKeys('colour-mode.toggle')} />
        </span>
        <SettingsButton />
        <UserMenu />
      </div>
    </header>
  )
}

/** The settings toggle (document 1, section 2). */
function SettingsButton() {
  const isOpen = useStore(settingsOpen)
  return (
    <IconButton
      icon={SlidersIcon}
      label="Settings"
      {...useIconKeys('settings.open')}
      data-settings-toggle
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => settingsOpen.set(!isOpen)}
    />
  )
}

function FullscreenButton() {
  const isFullscreen = useIsFullscreen()
  const keys = useIconKeys('fullscreen.toggle')
  if (!canFullscreen()) return null
  return (
    <span className={styles.wideOnly}>
      <IconButton
        icon={isFullscreen ? ScreenNormalIcon : ScreenFullIcon}
        label={isFullscreen ? 'Leave full screen' : 'Full screen'}
        {...keys}
        onClick={toggleFullscreen}
      />
    </span>
  )
}
