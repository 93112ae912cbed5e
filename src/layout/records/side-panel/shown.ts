import type { AnyRouter } from '@tanstack/react-router'
import type { ListHandle } from '../../../commands/engine/context.ts'
import { readId } from '../../../contract/endpoint.ts'
import { type SidePanelType, sidePanelTypes } from '../../session/side-panel-address.ts'

export interface Shown {
  type: SidePanelType
  id: number
}

/** Reads the address's `panel`: `qr-41`. Null for anything else. */
export function readShown(value: unknown): Shown | null {
  const [, named, text = ''] = /^([a-z]+)-(\d{1,10})$/.exec(typeof value === 'string' ? value : '') ?? []
  const type = sidePanelTypes.find((each) => each === named)
  const id = readId(text)
  return type === undefined || id === null ? null : { type, id }
}

/** Shows another record in the open side panel, or none, without a new history entry. */
export const showInstead = (router: AnyRouter, shown: Shown | null) =>
  router.navigate({
    to: '.',
    search: ((before: object) => ({ ...before, panel: shown ? `${shown.type}-${shown.id}` : undefined })) as never,
    replace: true,
    state: true,
    resetScroll: false,
  })

/** Whether the rows of a list have a side panel. */
export const isPanelled = ({ targets }: ListHandle) =>
  targets?.().some((target) => sidePanelTypes.some((type) => type === target?.type)) ?? false
