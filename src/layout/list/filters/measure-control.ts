import { today } from '../../../contract/dates.ts'
import type { MeasureControl, TypedControl } from '../filter-definition.ts'
import { measureIn } from '../words/measure-words.ts'
import { measureText } from './measure-filter.ts'

/** Its field. By itself, as reading what is typed in it takes code that no list needs to be shown. */
export function measureControl({ label, spec }: MeasureControl): TypedControl {
  const [from, to] = spec.params
  const rangeIn = (text: string) => measureIn(spec, text, today())
  return {
    kind: 'typed',
    label,
    name: from,
    hint: 'Such as over 100, 20-50, up to 50',
    maxLength: 60,
    value: (search) => measureText(spec, search),
    normal: (text) => measureText(spec, rangeIn(text) ?? {}) || text,
    whyNot: (text) => (rangeIn(text) ? null : 'Enter a number or a range, such as over 100, 20-50 or up to 50.'),
    changes: (text) => ({ [from]: undefined, [to]: undefined, ...rangeIn(text) }),
  }
}
