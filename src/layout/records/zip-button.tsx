import { FileZipIcon } from '@primer/octicons-react'
import { type ZipProgress, zipProgress } from '../../api/progress.ts'
import { describeZip } from '../../commands/engine/target-name.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { formatCount } from '../../contract/count.ts'
import { Button } from '../kit/button.tsx'
import { formatBytes } from '../kit/format-bytes.ts'
import { useStore } from '../kit/store.ts'
import { CommandButton } from '../menus/command-button.tsx'

/** Downloads all invoices of a month or customer as a ZIP, with progress and cancel. */
export function ZipButton({ target }: { target: Target<'invoice-list'> }) {
  const progress = useStore(zipProgress)
  return progress ? (
    <Progress progress={progress} />
  ) : (
    <CommandButton id="invoice-list.download" target={target} icon={FileZipIcon}>
      Download all
    </CommandButton>
  )
}

function Progress({ progress: { scope, files, total, bytes, cancel } }: { progress: ZipProgress }) {
  const count = total === null ? 'Preparing…' : `${formatCount(Math.min(files, total))} of ${formatCount(total)}`
  return (
    <div className="row gap-12">
      <div
        role="progressbar"
        aria-label={`Downloading: ${describeZip(scope)}`}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={total === null ? undefined : Math.min(files, total)}
        aria-valuetext={`${count}, ${formatBytes(bytes)}`}
        className="column gap-4"
        style={{ minInlineSize: '9rem' }}
      >
        <span className="muted fine tabular">{`${count} · ${formatBytes(bytes)}`}</span>
        <span className="progress">
          <span style={{ inlineSize: `${total === null ? 0 : Math.min(100, (100 * files) / total)}%` }} />
        </span>
      </div>
      <Button onClick={cancel}>Cancel</Button>
    </div>
  )
}
