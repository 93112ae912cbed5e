/** A whole number with narrow spaces between thousands: 12 408. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f')
}
