/**
 * The width of a column whose text is often longer than a laptop has room for: `min` pixels in a table of `from`, 1,160 (a
 * window of 1,440) by default, growing with the table up to `max` at one of `full`: 1,630 in a window of 1,920.
 */
export const growingWidth = (min: number, max: number, full = 1630, from = 1160): string =>
  `clamp(${min}px, calc(${min}px + (100cqi - ${from}px) * ${((max - min) / (full - from)).toFixed(3)}), ${max}px)`

/** The column of emails beside that of names, which are shorter: the larger part of what they share. */
export const emailWidth = growingWidth(178, 520, 1630, 990)
