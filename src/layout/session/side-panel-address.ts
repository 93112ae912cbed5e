import type { AnyRouter } from '@tanstack/react-router'

export const sidePanelTypes = ['qr', 'payment', 'invoice'] as const
export type SidePanelType = (typeof sidePanelTypes)[number]

/** This page's address with the side panel open on a record: `?panel=qr-41`. */
export const besideHref = ({ latestLocation: { pathname, search } }: AnyRouter, type: SidePanelType, id: number) =>
  `${pathname}?${new URLSearchParams({ ...(search as Record<string, string>), panel: `${type}-${id}` })}`

/** Whether an address is of this page, such as that of a side panel over it. */
export const isThisPage = (router: AnyRouter, href: string) => href.split('?')[0] === router.latestLocation.pathname

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before is the page without its side panel. */
    isOverPage?: boolean
  }
}

/** Follows a row's address. The side panel is one history entry, and the page under it stays as it is scrolled. */
export function follow(router: AnyRouter, href: string) {
  const isOpen = 'panel' in router.latestLocation.search
  void router.navigate({
    href,
    ...(isThisPage(router, href) && { resetScroll: false, replace: isOpen, state: isOpen || { isOverPage: true } }),
  })
}
