import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import { formatCount } from '../../../contract/count.ts'
import { useKeyHint } from '../../commands/use-commands.ts'
import { Button } from '../../kit/button.tsx'
import { tooltip } from '../../kit/icon-button.tsx'
import { say } from '../../kit/notice.ts'
import { useWalk } from './use-walk.ts'
import type { WalkPlace } from './walk-place.ts'

/** The record's place in its list, and buttons to its neighbours: '3 of 12 408 ‹ k  j ›'. */
export function WalkNav({ place }: { place: WalkPlace | null }) {
  const handle = useWalk(place)
  if (!place || !handle) return null
  const { walk, index } = place
  const where = `${formatCount(walk.first + index)} of ${walk.total}`
  return (
    <div role="group" aria-label={`Walk through ${walk.title}`} className="row gap-4 muted tabular pushed">
      <span id="place" className="unbroken">
        {walk.list ? where : `${walk.title}: ${where}`}
      </span>
      <Step by={-1} whyNot={handle.whyNot(-1)} onStep={() => handle.step(-1)} />
      <Step by={1} whyNot={handle.whyNot(1)} onStep={() => handle.step(1)} />
    </div>
  )
}

/** A blocked step stays in place, under the pointer, and says why. */
function Step({ by, whyNot, onStep }: { by: 1 | -1; whyNot: string | null; onStep: () => void }) {
  const keys = useKeyHint(by > 0 ? 'walk.next' : 'walk.previous')
  const label = by > 0 ? 'Next record in the list' : 'Previous record in the list'
  return (
    <Button
      size="small"
      variant="invisible"
      {...(by < 0 ? { leadingVisual: ChevronLeftIcon } : { trailingVisual: <ChevronRightIcon /> })}
      aria-label={label}
      {...(whyNot === null ? tooltip(label, keys) : { title: whyNot })}
      aria-disabled={whyNot !== null || undefined}
      onClick={() => (whyNot === null ? onStep() : say(whyNot))}
    >
      {keys === null ? null : <kbd aria-hidden="true">{keys}</kbd>}
    </Button>
  )
}
