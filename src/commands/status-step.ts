import type { ArgumentStep } from './command.ts'

/**
 * Asks which status is to be set.
 * @param statuses those that can be set, in the order in which they are offered
 * @param refusalOf why the record can't get one; absent for many records, which have this and that
 */
export function statusStep<Status extends number, Asked>(
  statuses: readonly Status[],
  labels: Readonly<Record<Status, string>>,
  refusalOf: (asked: Asked, status: Status) => string | null = () => null,
): ArgumentStep<Asked, Status> {
  return {
    title: 'Status',
    kind: 'choice',
    options: (asked) => statuses.map((status) => ({ value: String(status), label: labels[status], refusal: refusalOf(asked, status) })),
    read: (typed, asked) => {
      const status = statuses.find((one) => String(one) === typed)
      if (status === undefined) return { value: null, refusal: 'Choose a status.' }
      const refusal = refusalOf(asked, status)
      return refusal === null ? { value: status, refusal } : { value: null, refusal }
    },
  }
}
