import { mediaQuery } from './media-query.ts'

/** The style sheets' phone width. */
export const { fits: isPhone, useFits: useIsPhone } = mediaQuery('(width < 40rem)')

/** Below Primer's medium breakpoint, where the menu is a bar at the bottom. */
export const { fits: isNarrow, useFits: useIsNarrow } = mediaQuery('(width < 48rem)')

/** Smaller than a laptop's, where lists need the room of the sidebar's texts. */
export const { useFits: useIsSmall } = mediaQuery('(width < 80rem)')
