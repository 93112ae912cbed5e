import { mediaQuery } from './media-query.ts'

/** The style sheets' phone width. */
export const { fits: isPhone, useFits: useIsPhone } = mediaQuery('(width < 40rem)')
