/**
 * The width of a column whose text is often longer than a laptop has room for: `min` pixels in a table of 1,160 (a window
 * of 1,440), growing with the table up to `max` at one of `full`: 1,630 in a window of 1,920.
 */
export const growingWidth = (min: number, max: number, full = 1630): string =>
  `clamp(${min}px, calc(${min}px + (100cqi - 1160px) * ${((max - min) / (full - 1160)).toFixed(3)}), ${max}px)`

/** The column of emails beside that of names, which are shorter: the larger part of what they share. */
export const emailWidth = 'clamp(178px, calc(178px + (100cqi - 990px) * 0.534), 520px)'
