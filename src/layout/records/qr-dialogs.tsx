import { useNavigate } from '@tanstack/react-router'
import type { ListSearch } from '../list/list-search.ts'
import { QrPreviewDialog, StaticContentDialog } from './preview/preview-dialogs.tsx'

/** The dialogs that the URL of a QR list can open: `?preview=41`, `?static=41`. Closing one takes it from the URL. */
export function QrDialogs({ search }: { search: ListSearch }) {
  const navigate = useNavigate()
  const close = () =>
    void navigate({ to: '.', search: { ...search, preview: undefined, static: undefined } as never, replace: true, resetScroll: false })
  if (search['preview'] !== undefined) return <QrPreviewDialog qrId={Number(search['preview'])} onClose={close} />
  if (search['static'] !== undefined) return <StaticContentDialog qrId={Number(search['static'])} onClose={close} />
  return null
}
