import type { Target } from '../../commands/command.ts'
import { menuState } from './menu-state.ts'
import { useStore } from '../kit/store.ts'

/** Whether this record's command menu is open from this kind of button. */
export function useIsMenuOpen(target: Target, place: 'row-menu' | 'page-menu'): boolean {
  const open = useStore(menuState)
  const shown = open?.row ?? open?.target
  return open?.place === place && shown?.type === target.type && shown.record.id === target.record.id
}
