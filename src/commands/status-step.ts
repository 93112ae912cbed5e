import type { ArgumentStep } from './command.ts'

/**
 * The step that asks for a status.
 * @param statuses those that can be set, in display order
 * @param refusalOf why the record can't get one; absent for selections, whose statuses vary
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
