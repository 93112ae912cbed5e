import type { Place, Target } from '../../commands/command.ts'
import { createStore } from '../kit/store.ts'

/** The one menu of commands that is open: for which record, from which place, hanging on which element. The user menu has no record. */
export interface OpenMenu {
  target: Target | null
  place: Place
  anchor: HTMLElement
}

export const menuState = createStore<OpenMenu | null>(null)

/** Opens the row menu of a record at an element; focus goes back there when it closes. */
export function openRowMenu(target: Target, anchor: HTMLElement) {
  menuState.set({ target, place: 'row-menu', anchor })
}

/** Opens the page menu of a record at its button. */
export function openPageMenu(target: Target, anchor: HTMLElement) {
  menuState.set({ target, place: 'page-menu', anchor })
}

/** Opens the person's own menu at its button, or closes it. */
export function toggleUserMenu(anchor: HTMLElement) {
  menuState.set(menuState.get()?.place === 'user-menu' ? null : { target: null, place: 'user-menu', anchor })
}
