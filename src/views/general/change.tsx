interface ChangeProps {
  now: number
  before: number
  /** If less is good news, as of refunds. */
  isLessBetter?: boolean | undefined
}

/** By how much a figure changed, as '↑ 12 %'; coloured by whether that is good news. */
export function Change({ now, before, isLessBetter = false }: ChangeProps) {
  const tone = now > before === isLessBetter ? 'danger' : 'success'
  return <span className={`unbroken small tabular ${now === before ? 'muted' : tone}`}>{changeText(now, before)}</span>
}

/** '↑ 12 %', '↓ 3 %', '= 0 %'; '↑ new' after nothing. Percent of what it was, rounded, at most ten thousand. */
export function changeText(now: number, before: number): string {
  if (now === before) return '= 0 %'
  const arrow = now > before ? '↑' : '↓'
  if (before === 0) return `${arrow} new`
  const percent = Math.round((100 * Math.abs(now - before)) / Math.abs(before))
  return `${arrow} ${percent === 0 ? '< 1' : percent > 9999 ? '> 9999' : percent} %`
}
