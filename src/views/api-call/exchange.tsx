import type { ReactNode } from 'react'
import type { HttpHeaders } from '../../contract/api-calls.ts'
import { Card } from '../../layout/records/card.tsx'
import { BodyBlock } from './body-block.tsx'

interface ExchangeProps {
  title: string
  side: 'request' | 'response'
  callId: number
  headers: HttpHeaders
  body: string
  /** Shown above both. */
  children?: ReactNode
}

/** One side of a call: headers and body. */
export function Exchange({ title, side, callId, headers, body, children }: ExchangeProps) {
  const headerText = Object.keys(headers).length === 0 ? '' : JSON.stringify(headers, null, 2)
  return (
    <Card title={title}>
      {children}
      <BodyBlock label={`${title} headers`} fileName={`api-call-${callId}-${side}-headers`} text={headerText} />
      <BodyBlock label={`${title} body`} fileName={`api-call-${callId}-${side}-body`} text={body} />
    </Card>
  )
}
