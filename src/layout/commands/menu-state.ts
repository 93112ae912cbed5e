import type { Place, Target } from '../../commands/command.ts'
import { createStore } from '../kit/store.ts'

/** The one menu of commands that is open: for which record, from which place, hanging on which element. */
export interface OpenMenu {
  target: Target
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
