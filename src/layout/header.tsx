import { MoonIcon, ScreenFullIcon, ScreenNormalIcon, SearchIcon, SunIcon, ThreeBarsIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import { useColourMode } from './colour-mode.tsx'
import { useCommands } from './commands/use-commands.ts'
import { canFullscreen, toggleFullscreen, useIsFullscreen } from './fullscreen.ts'
import styles from './header.module.css'
import { IconButton } from './icon-button.tsx'
import { ProductMark } from './product-mark.tsx'
import { useProductName } from './session.ts'
import { UserMenu } from './user-menu.tsx'

/** The bar on top. Its search is a button that opens the palette: one way in, for mouse and keyboard alike. */
export function Header({ openMenu }: { openMenu: () => void }) {
  const { openPalette, paletteKeys } = useCommands()
  const productName = useProductName()
  return (
    <header className={styles.header}>
      <div className={styles.start}>
        <span className={styles.menuButton}>
          <IconButton icon={ThreeBarsIcon} label="Open the menu" onClick={openMenu} />
        </span>
        <Link to="/" className={styles.product}>
          <ProductMark />
          <span className={styles.name}>{productName}</span>
        </Link>
      </div>
      <button type="button" className={styles.palette} onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        <SearchIcon className={styles.paletteIcon} />
        <span className={styles.paletteText}>Find or run a command…</span>
        <kbd className={styles.keys}>{paletteKeys}</kbd>
      </button>
      <div className={styles.end}>
        <FullscreenButton />
        <ColourModeButton />
        <UserMenu />
      </div>
    </header>
  )
}

function FullscreenButton() {
  const isFullscreen = useIsFullscreen()
  if (!canFullscreen()) return null
  return (
    <span className={styles.wideOnly}>
      <IconButton
        icon={isFullscreen ? ScreenNormalIcon : ScreenFullIcon}
        label={isFullscreen ? 'Leave full screen' : 'Full screen'}
        onClick={toggleFullscreen}
      />
    </span>
  )
}

function ColourModeButton() {
  const { shown, toggle } = useColourMode()
  return (
    <span className={styles.wideOnly}>
      <IconButton icon={shown === 'dark' ? SunIcon : MoonIcon} label={shown === 'dark' ? 'Light mode' : 'Dark mode'} onClick={toggle} />
    </span>
  )
}
