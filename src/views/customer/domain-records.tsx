import { useRef, useState } from 'react'
import { Button } from '../../layout/kit/button.tsx'
import type { CustomerDomain, ExpectedRecord } from '../../contract/customer-domains.ts'
import { Copyable } from '../../layout/records/copyable.tsx'
import { ReadDialog } from '../../layout/records/read-dialog.tsx'
import styles from './domains-panel.module.css'

/** DNS records the customer has to create, for copying into a reply. */
export function DomainRecords({ domain: { hostname, records } }: { domain: CustomerDomain }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Other admin APIs don't report the expected records.
  if (records === null) return null
  return (
    <>
      <Button
        ref={button}
        size="small"
        variant="invisible"
        aria-haspopup="dialog"
        aria-label={`Records of ${hostname}`}
        onClick={() => setOpen(true)}
      >
        Records
      </Button>
      {isOpen ? (
        <ReadDialog
          title="DNS records"
          subtitle={`What the check looks for at ${hostname}`}
          width="xlarge"
          button={button}
          onClose={() => setOpen(false)}
        >
          <Record type="CNAME" record={records.cname} />
          <Record type="TXT" record={records.txt} />
        </ReadDialog>
      ) : null}
    </>
  )
}

function Record({ type, record }: { type: string; record: ExpectedRecord }) {
  return (
    <dl className={styles.record}>
      <dt>Type</dt>
      <dd>{type}</dd>
      <dt>Name</dt>
      <dd>
        <Copyable text={record.name} what={`name of the ${type} record`} />
      </dd>
      <dt>Value</dt>
      <dd>
        <Copyable text={record.value} what={`value of the ${type} record`} />
      </dd>
    </dl>
  )
}
