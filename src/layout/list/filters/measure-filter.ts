import { formatCount } from '../../../contract/count.ts'
import { accountCurrency, formatMoney } from '../../../contract/money.ts'
import type { ListFilter, MeasureWords } from '../filter-definition.ts'
import type { ListSearch } from '../list-search.ts'

/** A range as it can be typed: 'at least 10', 'from 10 to 20', 'up to 20'. Empty without one. */
export function measureText({ params: [from, to], isMoney }: MeasureWords, { [from]: least, [to]: most }: ListSearch): string {
  const written = (units: string) => (isMoney ? formatMoney(Number(units), accountCurrency) : formatCount(Number(units)))
  if (least === undefined) return most === undefined ? '' : `up to ${written(most)}`
  return most === undefined ? `at least ${written(least)}` : `from ${written(least)} to ${written(most)}`
}

/** A filter by a number that every row has, as a range of it. */
export function measureFilter(label: string, spec: MeasureWords): ListFilter {
  const [from, to] = spec.params
  return {
    id: from,
    params: spec.params,
    words: { kind: 'measure', spec },
    isRare: true,
    feature: 'fields',
    control: { kind: 'measure', label, spec },
    chip: (search) => {
      const text = measureText(spec, search)
      return text === '' ? null : `${label}: ${search[to] === '0' ? 'none' : text}`
    },
  }
}
