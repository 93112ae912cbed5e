import { useNavigate } from '@tanstack/react-router'
import type { ListSearch } from '../list/list-search.ts'
import { QrPreview } from './preview/qr-preview.tsx'
import { StaticContent } from './preview/static-content.tsx'

/** Dialogs opened by a QR list's URL: `?preview=41`, `?static=41`. Closing removes the parameter. */
export function QrDialogs({ search }: { search: ListSearch }) {
  const navigate = useNavigate()
  const close = () =>
    void navigate({ to: '.', search: { ...search, preview: undefined, static: undefined } as never, replace: true, resetScroll: false })
  if (search['preview'] !== undefined) return <QrPreview key={search['preview']} qrId={Number(search['preview'])} onClose={close} />
  if (search['static'] !== undefined) return <StaticContent key={search['static']} qrId={Number(search['static'])} onClose={close} />
  return null
}
