import { BackTo } from '../../layout/records/breadcrumb.tsx'

/** Link back to the QR list as it was left. */
export function BackToQrs() {
  return <BackTo list="/qrs" name="QR codes" />
}
