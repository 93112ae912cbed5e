import { DownloadIcon } from '@primer/octicons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { exportProgress } from '../../api/progress.ts'
import { formatCount } from '../../contract/count.ts'
import { useStore } from '../kit/store.ts'
import toaster from '../kit/toaster.module.css'
import { lastingToast } from '../kit/toasts.tsx'

/** Shows the export toast while one runs. Mounted once, in the frame. */
export function useExportToast() {
  const isExporting = useSyncExternalStore(exportProgress.subscribe, () => exportProgress.get() !== null)
  useEffect(() => {
    lastingToast.set(isExporting ? { Toast: ListExportToast } : null)
    return () => lastingToast.set(null)
  }, [isExporting])
}

/** An export's progress, whatever page is open, with a button to cancel. */
export function ListExportToast() {
  const progress = useStore(exportProgress)
  if (progress === null) return null
  const { name, rows, total, unit = 'rows', cancel } = progress
  const count = total === null ? 'Preparing…' : `${formatCount(rows)} of ${formatCount(total)} ${unit}`
  return (
    <div className={toaster.toast}>
      <DownloadIcon className="muted lowered" />
      <div className="column can-shrink grow breaks">
        <strong id="exporting" className="medium">{`Exporting ${name}`}</strong>
        <div
          role="progressbar"
          aria-labelledby="exporting"
          aria-valuemin={0}
          aria-valuemax={total ?? undefined}
          aria-valuenow={total === null ? undefined : rows}
          aria-valuetext={count}
          className="column gap-4"
          style={{ paddingBottom: 'var(--base-size-4)' }}
        >
          <span className="muted tabular">{count}</span>
          <span className="progress">
            <span style={{ inlineSize: total ? `${Math.min(100, (100 * rows) / total)}%` : 0 }} />
          </span>
        </div>
      </div>
      <button type="button" className={toaster.action} onClick={cancel}>
        Cancel
      </button>
    </div>
  )
}
