import { ChevronDownIcon, ChevronUpIcon } from '@primer/octicons-react'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import type { ListHandle } from '../../../commands/engine/context.ts'
import type { Target } from '../../../commands/engine/targets.ts'
import { useKeyHint } from '../../commands/use-commands.ts'
import { IconButton } from '../../kit/icon-button.tsx'
import { say } from '../../kit/notice.ts'
import { type Shown, showInstead } from './shown.ts'

export function Steps({ step }: { step: (by: 1 | -1) => void }) {
  return (
    <>
      <IconButton icon={ChevronUpIcon} label="Previous row" keyHint={useKeyHint('list.previous')} onClick={() => step(-1)} />
      <IconButton icon={ChevronDownIcon} label="Next row" keyHint={useKeyHint('list.next')} onClick={() => step(1)} />
    </>
  )
}

const idsOf = (targets: readonly (Target | null)[]) => targets.map((target) => target?.record.id).join()

/** Steps to the list's next or previous row, over the end of its page too. The list keeps filters and order. */
export function useSteps(shown: Shown, list: ListHandle | null): (by: 1 | -1) => void {
  const router = useRouter()
  /** The page asked for, while the rows of the old one still stand. */
  const turned = useRef<{ by: 1 | -1; from: string } | null>(null)

  const show = useCallback(
    (target: Target | null | undefined) => {
      if (target) void showInstead(router, { type: target.type as Shown['type'], id: target.record.id })
    },
    [router],
  )

  useEffect(() => {
    const targets = list?.targets?.() ?? []
    if (!turned.current || targets.length === 0 || idsOf(targets) === turned.current.from) return
    show(turned.current.by > 0 ? targets[0] : targets.at(-1))
    turned.current = null
  }, [list, show])

  return useCallback(
    (by) => {
      const targets = list?.targets?.() ?? []
      const at = targets.findIndex((each) => each?.type === shown.type && each.record.id === shown.id)
      const next = at < 0 ? (by > 0 ? targets[0] : targets.at(-1)) : targets[at + by]
      if (next) return show(next)
      if (!list || !(by > 0 ? list.hasNextPage : list.hasPreviousPage))
        return say(by > 0 ? 'This is the last in the list.' : 'This is the first in the list.')
      turned.current = { by, from: idsOf(targets) }
      list.page(by)
    },
    [list, shown.type, shown.id, show],
  )
}
