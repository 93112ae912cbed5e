import { useNavigate } from '@tanstack/react-router'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import type { ListSearch } from '../list/list-search.ts'

// Lazy, since a list's first rows need neither.
const qrPreview = new LazyComponent(() => import('./preview/qr-preview.tsx').then((module) => module.QrPreview))
const staticContent = new LazyComponent(() => import('./preview/static-content.tsx').then((module) => module.StaticContent))

/** Dialogs opened by a QR list's URL: `?preview=41`, `?static=41`. Closing removes the parameter. */
export function QrDialogs({ search }: { search: ListSearch }) {
  const navigate = useNavigate()
  const close = () =>
    void navigate({ to: '.', search: { ...search, preview: undefined, static: undefined } as never, replace: true, resetScroll: false })
  const QrPreview = useLazyOpen(qrPreview, search['preview'] !== undefined, close)
  const StaticContent = useLazyOpen(staticContent, search['static'] !== undefined, close)
  if (search['preview'] !== undefined)
    return QrPreview && <QrPreview key={search['preview']} qrId={Number(search['preview'])} onClose={close} />
  if (search['static'] !== undefined)
    return StaticContent && <StaticContent key={search['static']} qrId={Number(search['static'])} onClose={close} />
  return null
}
