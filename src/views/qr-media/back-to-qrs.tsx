import { BackTo } from '../../layout/records/breadcrumb.tsx'

/** The way back to the list of QR codes, as one left it. */
export function BackToQrs() {
  return <BackTo list="/qrs" name="QR codes" />
}
