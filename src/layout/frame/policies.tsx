import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiHas } from '../../api/features.ts'
import { approvalNewsQuery, myPoliciesQuery } from '../../api/policies.ts'
import { approvalsPath, describeApproval } from '../../commands/approvals.ts'
import type { Command } from '../../commands/engine/command.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import { forecastBy } from '../../commands/policies/forecast.ts'
import type { Approval, ApprovalState } from '../../contract/approvals.ts'
import { onDemandNames } from '../../contract/on-demand.ts'
import { judgePolicies } from '../../contract/policies.ts'
import { declared } from '../commands/commands-now.ts'
import { forecast, onDemand } from '../commands/policy-state.ts'
import { useStore } from '../kit/store.ts'
import { toastError, toastSuccess } from '../kit/toasts.tsx'

/** Says beforehand what the company's policies would say, counts what waits, and tells the person what became of their requests. */
export function Policies({ contextNow }: { contextNow: () => CommandContext }) {
  const { user } = contextNow()
  const client = useQueryClient()
  const { data: mine } = useQuery({ ...myPoliciesQuery(), enabled: apiHas('policies') })
  const { data: news } = useQuery({ ...approvalNewsQuery(), enabled: mine?.isInUse === true })
  const { id, rol: role } = user
  useEffect(() => {
    if (!mine) return
    const now = () => Math.floor(Date.now() / 1000)
    const actor = { is: 'person', id, role } as const
    forecast.set(mine.policies.length === 0 ? null : forecastBy(mine, actor, now))
    onDemand.set(onDemandNames.filter((name) => judgePolicies(mine.policies, actor, name, {}).verdict === 'ask'))
    return () => {
      forecast.set(null)
      onDemand.set([])
    }
  }, [mine, id, role])
  // What one did counts towards what one may still do alone.
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation?.state.status === 'success' && forecast.get() !== null)
          void client.invalidateQueries({ queryKey: myPoliciesQuery().queryKey })
      }),
    [client],
  )
  const commands = useStore(declared)
  useEffect(() => {
    if (!news) return
    const shown = inSidebar(commands, news.waiting)
    if (shown.some((command, index) => command !== commands[index])) declared.set(shown)
  }, [news, commands])
  const known = useRef<ReadonlyMap<number, ApprovalState> | null>(null)
  useEffect(() => {
    if (!news) return
    for (const approval of news.decided)
      if (known.current && known.current.get(approval.id) !== approval.state) notifyOf(approval, contextNow)
    known.current = new Map(news.decided.map((approval) => [approval.id, approval.state]))
  }, [news, contextNow])
  return null
}

/** Their screens are in the menu once there are policies, with how many requests wait for the person. */
const inSidebar = (commands: readonly Command[], waiting: number): readonly Command[] =>
  commands.map((command) => {
    if (command.id !== 'go.approvals' && command.id !== 'go.policies') return command
    const menuTitle = command.id === 'go.policies' ? 'Policies' : `Approvals${waiting > 0 ? ` (${waiting})` : ''}`
    return command.menuTitle === menuTitle
      ? command
      : { ...command, menuTitle, section: 'Admin', places: [...new Set([...command.places, 'sidebar' as const])] }
  })

function notifyOf(approval: Approval, contextNow: () => CommandContext) {
  const { id, state, answer, decidedByName } = approval
  const by = decidedByName ?? 'somebody'
  const what = describeApproval(approval)
  const action = { label: 'Open', onClick: () => contextNow().navigate(`${approvalsPath}?request=${id}`) }
  if (state === 'done') toastSuccess(`Approved by ${by} and done. ${what}.`, { action })
  if (state === 'approved' && approval.isDoneByRequester) toastSuccess(`Approved by ${by}: you can do it now. ${what}.`, { action })
  if (state === 'rejected') toastError(`Rejected by ${by}: ${what}`, null, answer ?? '')
  if (state === 'void' || state === 'failed') toastError(`Not done: ${what}`, null, answer ?? '')
}
