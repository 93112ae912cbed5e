/**
 * A rate as a percentage with two decimals: 12,34 %.
 * @param ratio such as 0.1234
 */
export function formatPercent(ratio: number): string {
  return `${ratio === 0 ? '0,00' : (ratio * 100).toFixed(2).replace('.', ',').replace('-', '−')} %`
}
