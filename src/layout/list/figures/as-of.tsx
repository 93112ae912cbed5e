import { formatDateMinute } from '../../../contract/dates.ts'

/** Seconds. Until then the latest figures come before anybody misses them. */
const soon = 120

const isSoon = (at: number) => at > Date.now() / 1000 - soon

/** Says of what moment figures are if newer ones are long in coming; they then show by themselves. */
export function AsOf({ at }: { at: number | null | undefined }) {
  if (at === null || at === undefined || isSoon(at)) return null
  const since = at === 0 ? 'The latest changes may be missing' : `As of ${formatDateMinute(at)}`
  return (
    <p className="fine" style={{ color: 'var(--fgColor-attention)' }} role="status">
      {`${since}: the figures are being brought up to date.`}
    </p>
  )
}
