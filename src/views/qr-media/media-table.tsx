import { FileIcon, FileMediaIcon, ImageIcon, LinkExternalIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { MediaFile } from '../../contract/qr-media.ts'
import { IconButton } from '../../layout/kit/icon-button.tsx'
import { fileAddress, fileName, pictureAddress } from './file-address.ts'
import styles from './qr-media.module.css'

interface MediaTableProps {
  files: Readonly<Record<string, MediaFile>>
  /** Null if the user may not delete. */
  onDelete: ((key: string) => void) | null
}

/** A QR's files by key. Explicit roles, as phones lay rows out as cards and lose the implicit ones. */
export function MediaTable({ files, onDelete }: MediaTableProps) {
  return (
    <div className={styles.frame}>
      <table role="table" aria-label="Media files" className={styles.table}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Key
            </th>
            <th role="columnheader" scope="col">
              Type
            </th>
            <th role="columnheader" scope="col">
              File
            </th>
            <th role="columnheader" scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {Object.entries(files).map(([key, file], index) => (
            // Keyed by index, so after a deletion the focus stays on the next row's button.
            // oxlint-disable-next-line react/no-array-index-key
            <tr role="row" key={index}>
              <td role="cell" className="medium breaks">
                <bdi>{key}</bdi>
              </td>
              <td role="cell">{file.type}</td>
              <td role="cell">
                <File key={file.url} file={file} />
              </td>
              <td role="cell" className={styles.actions}>
                {onDelete ? <IconButton icon={TrashIcon} label={`Delete ${key}`} size="small" onClick={() => onDelete(key)} /> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const icons = { image: ImageIcon, media: FileMediaIcon, other: FileIcon }

/** A preview if allowed, and a link to the file. Anything that isn't a web address stays text. */
function File({ file }: { file: MediaFile }) {
  const { origin } = window.location
  const [isBroken, setBroken] = useState(false)
  const picture = pictureAddress(file, origin)
  const href = fileAddress(file.url, origin) ?? fileAddress(file.src, origin)
  const Icon = icons[file.type]
  return (
    <span className={styles.file}>
      {picture !== null && !isBroken ? (
        <img className={styles.picture} src={picture} alt="" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <span className={styles.noPicture}>
          <Icon size={16} />
        </span>
      )}
      {href === null ? (
        <bdi className="truncate can-shrink">{file.url}</bdi>
      ) : (
        <a className={styles.fileLink} href={href} target="_blank" rel="noopener noreferrer" title={href}>
          <bdi className="truncate can-shrink">{fileName(href)}</bdi>
          <LinkExternalIcon size={12} />
        </a>
      )}
    </span>
  )
}
