import {
  AlertIcon,
  AppsIcon,
  CodeIcon,
  CreditCardIcon,
  FileDirectoryIcon,
  FileIcon,
  GlobeIcon,
  type Icon,
  MailIcon,
  PersonIcon,
  ReportIcon,
  ShieldIcon,
} from '@primer/octicons-react'
import type { RecordType } from '../../commands/engine/targets.ts'

export const recordIcons: Record<RecordType, Icon> = {
  customer: PersonIcon,
  qr: AppsIcon,
  invoice: FileIcon,
  payment: CreditCardIcon,
  user: PersonIcon,
  hostname: GlobeIcon,
  domain: ShieldIcon,
  folders: FileDirectoryIcon,
  invitation: MailIcon,
  'api-call': CodeIcon,
  webrisk: AlertIcon,
  abuse: ReportIcon,
}
