import type { Place } from '../../commands/engine/command.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { useStore } from '../kit/store.ts'
import { visitStore } from '../session/visit.ts'

/** The open command menu: its record, place and anchor. The user menu has no record. */
export interface OpenMenu {
  target: Target | null
  place: Place
  anchor: HTMLElement
  /** The row whose button it is, while it acts on the selected rows. */
  row?: Target | undefined
}

export const menuState = visitStore<OpenMenu | null>(() => null)

/** Opens a record's row menu, or that of the selected rows, at an anchor; closing returns the focus there. */
export function openRowMenu(target: Target, anchor: HTMLElement, row?: Target) {
  menuState.set({ target, place: 'row-menu', anchor, row })
}

export function openPageMenu(target: Target, anchor: HTMLElement) {
  menuState.set({ target, place: 'page-menu', anchor })
}

export function toggleUserMenu(anchor: HTMLElement) {
  menuState.set(menuState.get()?.place === 'user-menu' ? null : { target: null, place: 'user-menu', anchor })
}

/** Whether this record's command menu is open from this kind of button. */
export function useIsMenuOpen(target: Target, place: 'row-menu' | 'page-menu'): boolean {
  const open = useStore(menuState)
  const shown = open?.row ?? open?.target
  return open?.place === place && shown?.type === target.type && shown.record.id === target.record.id
}
