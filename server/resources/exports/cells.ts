import { formatDateTime } from '../../../src/contract/dates.ts'

/** Cell formats of exports, as in the reports. */

export const yesNo = (value: boolean | number) => (value === true || value === 1 ? 'yes' : 'no')

/** Madrid time; null stays empty. */
export const instant = (unixSeconds: number | null) => (unixSeconds === null ? null : formatDateTime(unixSeconds))

export const countryCode = (country: string | null) => country?.toUpperCase() ?? null
