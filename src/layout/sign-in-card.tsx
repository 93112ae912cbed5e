import { MoonIcon, SunIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { useColourMode } from './colour-mode.tsx'
import { useDocumentTitle } from './page.tsx'
import { ProductMark } from './product-mark.tsx'
import { useProductName } from './session.ts'
import styles from './sign-in-card.module.css'

interface SignInCardProps {
  /** Names the page in the browser's tab. */
  page: string
  heading: string
  lead?: ReactNode
  children: ReactNode
  /** Stands under the card: the way back. */
  below?: ReactNode
}

/** The frame of the sign-in screens. */
export function SignInCard({ page, heading, lead, children, below }: SignInCardProps) {
  useDocumentTitle(page)
  const productName = useProductName()
  return (
    <div className={styles.screen}>
      <ColourModeButton />
      <main className={styles.column}>
        <p className={styles.product}>
          <ProductMark size={36} />
          {productName}
        </p>
        <div className={styles.card}>
          <div className={styles.top}>
            <h1 className={styles.heading}>{heading}</h1>
            {lead ? <p className={styles.lead}>{lead}</p> : null}
          </div>
          {children}
        </div>
        <div className={styles.below}>{below}</div>
      </main>
    </div>
  )
}

function ColourModeButton() {
  const { shown, toggle } = useColourMode()
  const name = shown === 'dark' ? 'Light mode' : 'Dark mode'
  return (
    <button type="button" className={styles.colourMode} aria-label={name} title={name} onClick={toggle}>
      {shown === 'dark' ? <SunIcon /> : <MoonIcon />}
    </button>
  )
}
