import { AppsIcon } from '@primer/octicons-react'
import { Page } from '../../layout/list/page.tsx'
import { BackToQrs } from './back-to-qrs.tsx'
import styles from './qr-media.module.css'

const longestId = 40

/** Shown if there is no such QR or the path has no valid id. */
export function QrNotFound({ id }: { id: string }) {
  return (
    <>
      <BackToQrs />
      <Page title="QR code not found">
        <div className={styles.notFound}>
          <AppsIcon size={24} />
          <p>
            There is no QR code <strong>#{id.length > longestId ? `${id.slice(0, longestId)}…` : id}</strong>. Look it up by its uri or name
            in the list of QR codes.
          </p>
        </div>
      </Page>
    </>
  )
}
