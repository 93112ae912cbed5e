import { barColours, type LayoutSettings, topBarOf } from '../../session/layout-settings.ts'
import styles from './layout-preview.module.css'

const lines = [1, 2, 3].map((line) => <i key={line} />)

export function LayoutPreview({ layout }: { layout: LayoutSettings }) {
  const topColours = barColours(topBarOf(layout))
  return (
    <span className={styles.screen} data-width={layout.width} aria-hidden="true">
      <span className={styles.top} {...topColours} />
      {layout.type === 'horizontal' ? (
        <span className={styles.menu} {...topColours}>
          {lines}
        </span>
      ) : null}
      <span className={styles.frame}>
        {layout.type === 'vertical' ? (
          <span className={styles.side} data-type={layout.sidebar} {...barColours(layout.sidebarColour)}>
            {lines}
          </span>
        ) : null}
        <span className={styles.view}>{lines}</span>
      </span>
    </span>
  )
}
