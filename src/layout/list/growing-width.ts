/**
 * The width of a column whose text is often longer than a laptop has room for: `least` pixels in a table of 1,160 (a window
 * of 1,440), growing with the table up to `most` at 1,630 (a window of 1,920).
 */
export const growingWidth = (least: number, most: number): string =>
  `clamp(${least}px, calc(${least}px + (100cqi - 1160px) * ${((most - least) / 470).toFixed(3)}), ${most}px)`
