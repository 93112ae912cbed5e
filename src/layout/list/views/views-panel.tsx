import { CheckIcon, LinkIcon, PencilIcon, TrashIcon } from '@primer/octicons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { NamedView, ViewChange } from '../../../contract/preferences.ts'
import { Button } from '../../kit/button.tsx'
import { copyText } from '../../kit/copy-text.ts'
import { IconButton } from '../../kit/icon-button.tsx'
import { isPhone } from '../../kit/is-phone.ts'
import { isPlainClick } from '../../kit/plain-click.ts'
import { SheetHead } from '../../kit/sheet-head.tsx'
import { toastSuccess } from '../../kit/toasts.tsx'
import { preferencesNow, savePreferences } from '../../session/preferences.ts'
import styles from '../list-panel.module.css'
import type { ListSearch, ListSearchSpec } from '../list-search.ts'
import { allSearch, allView, viewHref, viewSearch } from './named-views.ts'
import { ViewName } from './view-name.tsx'

export interface ViewsPanelProps {
  title: string
  path: string
  spec: ListSearchSpec
  search: ListSearch
  views: readonly NamedView[]
  current: string | null
  isSaving: boolean
  onClose: () => void
}

/** A person's views of a list: open, save the current state, rename and delete. */
export function ViewsPanel({ title, path, spec, search, views, current, isSaving, onClose }: ViewsPanelProps) {
  const router = useRouter()
  const items = useRef<HTMLUListElement>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const isNew = current === null
  const keep = (...changes: ViewChange[]) => savePreferences({ views: { [path]: changes } })
  const keptNow = () => preferencesNow().views?.[path] ?? []

  useEffect(() => {
    if (isSaving && isNew) return
    const links = [...(items.current?.querySelectorAll('a') ?? [])]
    const onScreen = links.find((link) => link.ariaCurrent !== null) ?? links[0]
    onScreen?.focus()
  }, [isSaving, isNew])

  const save = async (name: string) => {
    if (await keep({ name, search: viewSearch(spec, search) })) toastSuccess(`Saved the view ‘${name}’.`)
  }
  const rename = (view: NamedView, name: string) => {
    setRenamed(null)
    void keep({ name: view.name, search: null }, { name, search: view.search })
  }
  const remove = async (view: NamedView) => {
    const isKept = keep({ name: view.name, search: null })
    items.current?.querySelector<HTMLElement>('a')?.focus()
    const restore = () => {
      // Don't overwrite a view saved under the same name meanwhile.
      if (!keptNow().some(({ name }) => name === view.name)) void keep(view)
    }
    if (await isKept) toastSuccess(`Deleted the view ‘${view.name}’.`, { action: { label: 'Undo', onClick: restore } })
  }
  const copy = () => copyText(`${window.location.origin}${viewHref(path, viewSearch(spec, search))}`, 'link to this view')

  const item = (name: string, view: string) => (
    <a
      href={viewHref(path, view)}
      className={styles.choice}
      aria-current={name === current || undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onClose()
        void router.navigate({ href: viewHref(path, view) })
      }}
    >
      <span className="rigid icon-wide">{name === current ? <CheckIcon /> : null}</span>
      <bdi translate="no" className="truncate" title={name}>
        {name}
      </bdi>
    </a>
  )
  return (
    <>
      {isPhone() ? (
        <SheetHead title={`My views of ${title}`} onClose={onClose} />
      ) : (
        <div className="row spread gap-8 semibold small-high">{`My views of ${title}`}</div>
      )}
      <ul ref={items} className={styles.items}>
        <li className={styles.item}>{item(allView, allSearch(spec))}</li>
        {views.map((view) => (
          <li key={view.name} className={styles.item}>
            {renamed === view.name ? (
              <ViewName
                label={`New name of ‘${view.name}’`}
                button="Rename"
                initial={view.name}
                views={views}
                onName={(name) => rename(view, name)}
                onCancel={() => setRenamed(null)}
              />
            ) : (
              <>
                {item(view.name, view.search)}
                <IconButton icon={PencilIcon} label={`Rename ‘${view.name}’`} size="small" onClick={() => setRenamed(view.name)} />
                <IconButton icon={TrashIcon} label={`Delete ‘${view.name}’`} size="small" onClick={() => void remove(view)} />
              </>
            )}
          </li>
        ))}
      </ul>
      {isNew ? (
        <>
          <hr />
          <ViewName
            label="Save these filters and this sort as"
            button="Save"
            initial=""
            views={views}
            isFirst={isSaving}
            onName={(name) => void save(name)}
          />
        </>
      ) : null}
      {current === allView ? <p className="note above-8">Filter or sort the list to save it as a view of your own.</p> : null}
      <hr />
      <Button size="small" variant="invisible" leadingVisual={LinkIcon} onClick={() => void copy()}>
        Copy link to this view
      </Button>
    </>
  )
}
