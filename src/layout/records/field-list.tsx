import type { ReactNode } from 'react'
import { hiddenText } from '../../contract/on-demand.ts'
import { unbroken } from '../kit/unbroken.tsx'
import styles from './detail.module.css'
import { Hidden } from './hidden.tsx'

/** A fact about a record. Empty values show a dash. */
export interface Field {
  label: string
  value: ReactNode
  /** Nothing to look at: off as usual, long past, or said elsewhere on the page. */
  isFolded?: boolean
}

/** Facts with labels, titled if a card has several groups; those that are false do not apply. */
export function FieldList({ title, fields }: { title?: string; fields: readonly (Field | false | undefined)[] }) {
  return (
    <>
      {title ? <h3 className={styles.groupTitle}>{title}</h3> : null}
      <dl className="column fine gap-2 fine-leading">
        {fields
          .filter((field) => field !== false && field !== undefined)
          .map(({ label, value }) => (
            <div key={label} className={styles.field}>
              <dt className="muted">{label}</dt>
              <dd translate="no" className="can-shrink breaks" data-fact={label}>
                {isEmpty(value) ? (
                  <span className="muted">—</span>
                ) : value === hiddenText ? (
                  <Hidden label={label} />
                ) : typeof value === 'string' ? (
                  unbroken(value)
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}

function isEmpty(value: ReactNode): boolean {
  return value === null || value === undefined || value === '' || value === false
}

interface FieldGroup {
  title?: string
  fields: readonly Field[]
}

/**
 * Groups of facts; those that are empty or to be folded are below, under the titles of their groups.
 * @param none what to say if that is all of them
 */
export function FoldedFields({ groups, none = null }: { groups: readonly FieldGroup[]; none?: string | null }) {
  const split = (areFolded: boolean) =>
    groups
      .map(({ fields, ...group }) => ({
        ...group,
        fields: fields.filter(({ value, isFolded = false }) => (isFolded || isEmpty(value)) === areFolded),
      }))
      .filter(({ fields }) => fields.length > 0)
  const [shown, folded] = [split(false), split(true)]
  const hidden = folded.flatMap(({ fields }) => fields)
  // A title stands once: where the group has something to show.
  const titles = new Set(shown.map(({ title }) => title))
  return (
    <>
      {none !== null && shown.length === 0 ? <p className="muted">{none}</p> : null}
      {shown.map((group, index) => (
        <FieldList key={group.title ?? index} {...group} />
      ))}
      {hidden.length === 0 ? null : (
        <details className={`${styles.folded} fine`}>
          <summary>
            <span className={styles.whenClosed}>
              {`Show ${hidden.length} ${hidden.every(({ value }) => isEmpty(value)) ? 'empty' : 'more'} ${hidden.length === 1 ? 'field' : 'fields'}`}
            </span>
            <span className={styles.whenOpen}>Show fewer fields</span>
          </summary>
          {folded.map(({ title, fields }, index) => (
            <FieldList key={title ?? index} fields={fields} {...(title === undefined || titles.has(title) ? {} : { title })} />
          ))}
        </details>
      )}
    </>
  )
}
