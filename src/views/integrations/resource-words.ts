import type { IngestResource } from '../../contract/ingest/resources.ts'

/** What each resource is called, as a heading and as one record. */
export const resourceWords: Readonly<Record<IngestResource, { all: string; one: string }>> = {
  customers: { all: 'Customers', one: 'customer' },
  folders: { all: 'Folders', one: 'folder' },
  qrs: { all: 'QR codes', one: 'QR code' },
  media: { all: 'Files of QR codes', one: 'file' },
  domains: { all: 'Customer domains', one: 'domain' },
  invitations: { all: 'Invitations', one: 'invitation' },
  events: { all: 'Events', one: 'event' },
  'email-activity': { all: 'E-mail activity', one: 'e-mail event' },
  'api-calls': { all: 'API calls', one: 'API call' },
  feedback: { all: 'Feedback', one: 'feedback' },
  'abuse-reports': { all: 'Abuse reports', one: 'abuse report' },
  'daily-scans': { all: 'Scans by day', one: 'day of scans' },
}
