import { FileIcon, FileMediaIcon, ImageIcon, LinkExternalIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { parseUrl } from '../../contract/parse-url.ts'
import { webLink } from '../../contract/preview.ts'
import type { MediaFile } from '../../contract/qr-media.ts'
import { IconButton } from '../../layout/kit/icon-button.tsx'
import { type PanelColumn, PanelTable } from '../../layout/list/panel/panel-table.tsx'
import styles from './qr-media.module.css'

/** Following a link to our own API would act as the user, so only its file URLs may become links or images. */
const ownFiles = /^\/(?!api\/)|^\/api\/admin\/qrs\/media\//

/**
 * A file's URL if it may become a link: absolute, or a path on the console's origin; else null.
 * @param origin the console's own
 */
export function fileAddress(text: string, origin: string): string | null {
  const own = /^\/(?![/\\])/.test(text) ? parseUrl(text, origin) : null
  const address = own?.href ?? webLink(text)
  if (address === null) return null
  const url = new URL(address)
  return url.origin !== origin || ownFiles.test(url.pathname) ? url.href : null
}

/** The URL of an image the page may show: same origin only, as the content security policy demands. */
export function pictureAddress(file: { type: string; url: string; src: string }, origin: string): string | null {
  if (file.type !== 'image') return null
  const candidates = [file.src, file.url].map((text) => fileAddress(text, origin))
  return candidates.find((address) => address !== null && new URL(address).origin === origin) ?? null
}

/** The file name at the end of a URL, decoded for display. */
export function fileName(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || address
  } catch {
    // Malformed percent-encoding.
    return last
  }
}

interface MediaTableProps {
  files: Readonly<Record<string, MediaFile>>
  /** Null if the user may not delete. */
  onDelete: ((key: string) => void) | null
}

const columnsOf = (onDelete: MediaTableProps['onDelete']): readonly PanelColumn<MediaFile & { key: string }>[] => [
  { header: 'Key', phone: 'headline', cell: ({ key }) => <bdi className="medium">{key}</bdi> },
  { header: 'Type', phone: 'fact', cell: ({ type }) => mediaTypes[type] },
  { header: 'File', phone: 'fact', cell: (file) => <File key={file.url} file={file} />, text: ({ url }) => url },
  {
    header: 'Actions',
    phone: 'state',
    align: 'end',
    cell: ({ key }) =>
      onDelete ? (
        <span className="row at-end">
          <IconButton icon={TrashIcon} label={`Delete ${key}`} size="small" onClick={() => onDelete(key)} />
        </span>
      ) : null,
  },
]

/** A QR's files by key. */
export const MediaTable = ({ files, onDelete }: MediaTableProps) => (
  <div className="card pad-12">
    {/* By their places: after a deletion the focus stays on the next row's button. */}
    <PanelTable
      label="Media files"
      columns={columnsOf(onDelete)}
      rows={Object.entries(files).map(([key, file], id) => ({ ...file, key, id }))}
    />
  </div>
)

/** A file's type as people call it. */
export const mediaTypes = { image: 'Image', media: 'Media', other: 'Other' }
const icons = { image: ImageIcon, media: FileMediaIcon, other: FileIcon }

/** A preview if allowed, and a link to the file. Anything that isn't a web address stays text. */
function File({ file }: { file: MediaFile }) {
  const { origin } = window.location
  const [isBroken, setBroken] = useState(false)
  const picture = pictureAddress(file, origin)
  const href = fileAddress(file.url, origin) ?? fileAddress(file.src, origin)
  const Icon = icons[file.type]
  return (
    <span className="row gap-8 can-shrink">
      {picture !== null && !isBroken ? (
        <img className={styles.picture} src={picture} alt="" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <span className={styles.noPicture}>
          <Icon size={16} />
        </span>
      )}
      {href === null ? (
        <bdi translate="no" className="truncate can-shrink">
          {file.url}
        </bdi>
      ) : (
        <a className="row gap-4 can-shrink" href={href} target="_blank" rel="noopener noreferrer" title={href}>
          <bdi translate="no" className="truncate can-shrink">
            {fileName(href)}
          </bdi>
          <LinkExternalIcon size={12} />
        </a>
      )}
    </span>
  )
}
