import type { ReactNode } from 'react'
import { IconButton } from '../kit/icon-button.tsx'
import { useColourModeButton } from '../session/colour-mode.tsx'
import { useDocumentTitle } from '../session/document-title.ts'
import { useProductName } from '../session/session.ts'
import { ProductMark } from './product-mark.tsx'
import styles from './sign-in-card.module.css'

interface SignInCardProps {
  /** The browser's title. */
  page: string
  heading: string
  lead?: ReactNode
  children: ReactNode
  /** Below the card: the way back. */
  below?: ReactNode
}

export function SignInCard({ page, heading, lead, children, below }: SignInCardProps) {
  useDocumentTitle(page)
  const productName = useProductName()
  return (
    <div className={styles.screen}>
      <div className={styles.colourMode}>
        <IconButton {...useColourModeButton()} />
      </div>
      <main className={styles.column}>
        <p className={styles.product}>
          <ProductMark size={36} />
          <span>{productName}</span>
        </p>
        <div className={styles.card}>
          <div className="column gap-4">
            <h1 className={styles.heading}>{heading}</h1>
            {lead ? <p className="muted breaks">{lead}</p> : null}
          </div>
          {children}
        </div>
        <div className="note flex middle medium-high">{below}</div>
      </main>
    </div>
  )
}
