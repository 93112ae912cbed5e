import { useEffect, useEffectEvent, useState } from 'react'
import type { RecentRecord } from '../commands/recent.ts'
import { type RecordFacts, useFacts } from '../records/record-facts.ts'
import { PreviewCommand } from './preview-command.tsx'
import { PreviewCustomer } from './preview-customer.tsx'
import { PreviewInvoice } from './preview-invoice.tsx'
import { PreviewPayment } from './preview-payment.tsx'
import type { PreviewProps } from './previewed.ts'
import { PreviewLoading, PreviewProblem } from './preview-parts.tsx'
import { PreviewQr } from './preview-qr.tsx'

/** Milliseconds before anything is fetched: 120 after the row was selected, so arrowing past costs no calls. */
const rest = 70

/** A record's facts or what a command does. Mounted anew for each. */
export function Preview({ of, prefetch }: PreviewProps) {
  return of.kind === 'command' ? <PreviewCommand resolved={of.resolved} /> : <PreviewRecord record={of.record} prefetch={prefetch} />
}

function PreviewRecord({ record, prefetch }: { record: RecentRecord; prefetch: (href: string) => void }) {
  const isRested = useRested()
  const answer = useFacts(record, isRested)
  const prefetchPage = useEffectEvent(() => prefetch(record.href))
  useEffect(() => {
    if (isRested) prefetchPage()
  }, [isRested])
  if (answer.state === 'ready') return <PreviewFacts facts={answer.facts} isRested={isRested} />
  if (answer.state === 'missing') return <PreviewProblem record={record} text="There is no such record any more." />
  if (answer.state === 'failed')
    return <PreviewProblem record={record} text="Could not be loaded." error={answer.error} retry={answer.retry} />
  return <PreviewLoading record={record} />
}

function PreviewFacts({ facts, isRested }: { facts: RecordFacts; isRested: boolean }) {
  if (facts.type === 'customer') return <PreviewCustomer customer={facts.record} isRested={isRested} />
  if (facts.type === 'payment') return <PreviewPayment payment={facts.record} />
  return facts.type === 'qr' ? (
    <PreviewQr qr={facts.record} isRested={isRested} />
  ) : (
    <PreviewInvoice invoice={facts.record} isRested={isRested} />
  )
}

/** True once the row has been selected for long enough. */
function useRested(): boolean {
  const [isRested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), rest)
    return () => clearTimeout(timer)
  }, [])
  return isRested
}
