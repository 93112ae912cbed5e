import { couponsQuery } from '../../api/payments.ts'
import { whyNotAttachDiscount } from '../../contract/customer-rules.ts'
import type { Coupon } from '../../contract/payments.ts'
import type { CommandContext } from '../engine/context.ts'
import type { Choice, Read } from '../engine/steps.ts'
import type { Targets } from '../engine/targets.ts'

export async function couponChoices(context: CommandContext, customer: Targets['customer']): Promise<Choice[]> {
  const names = new Map<number, string[]>()
  for (const { percent_off: percent, name } of await coupons(context)) names.set(percent, [...(names.get(percent) ?? []), name])
  return [...names].map(([percent, of]) => ({
    value: String(percent),
    label: `${percent} % – ${of.join(', ')}`,
    refusal: whyNotAttachDiscount(customer, percent),
  }))
}

/** If coupons can't be loaded the list is silently empty, as documented (document 1, section 8). */
async function coupons({ queryClient }: CommandContext): Promise<Coupon[]> {
  try {
    return await queryClient.fetchQuery(couponsQuery())
  } catch {
    return []
  }
}

/** Which coupons there are is known only later. */
export function readAnyPercent(typed: string): Read<number> {
  const [, digits] = /^([1-9]\d?|100)%?$/.exec(typed) ?? []
  return digits === undefined
    ? { value: null, refusal: 'Choose a coupon.' }
    : { value: Number(digits), refusal: null, words: `${digits} %` }
}

export function readPercent(typed: string, customer: Targets['customer']): Read<number> {
  const percent = readAnyPercent(typed)
  const refusal = percent.refusal ?? whyNotAttachDiscount(customer, percent.value)
  return refusal === null ? percent : { value: null, refusal }
}
