import { customerImpactQuery, manyImpactQuery, qrImpactQuery } from '../../api/qr-impact.ts'
import { formatCount } from '../../contract/count.ts'
import type { Impact } from '../../contract/qr-actions.ts'
import type { CommandContext } from '../engine/context.ts'

const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

const scansOf = ({ scans }: Impact) => `${counted(scans, 'scan', 'scans')} in 30 days`

function liveOf({ liveQrs: live, qrs }: Impact): string {
  if (live === qrs && qrs > 1) return `All ${formatCount(qrs)} QR codes are live`
  return `${formatCount(live)} of ${counted(qrs, 'QR code', 'QR codes')} ${live === 1 ? 'is' : 'are'} live`
}

const sentence = (impact: Impact) => (impact.qrs === 0 ? 'No QR codes.' : `${liveOf(impact)}: ${scansOf(impact)}.`)

/** A sentence on how much an action on a QR affects. */
export const touchesQr = (id: number) => async (context: CommandContext) => {
  const impact = await context.queryClient.fetchQuery(qrImpactQuery(id))
  return `${impact.liveQrs > 0 ? 'Live' : 'Not live'}: ${scansOf(impact)}.`
}

export const touchesCustomer = (id: number) => async (context: CommandContext) =>
  sentence(await context.queryClient.fetchQuery(customerImpactQuery(id)))

export const touchesMany =
  (of: { ids: readonly number[] } | { userId: number; folders: readonly number[] }) => async (context: CommandContext) =>
    sentence(
      await context.queryClient.fetchQuery(
        manyImpactQuery('ids' in of ? { ids: [...of.ids] } : { userId: of.userId, folders: [...of.folders] }),
      ),
    )
