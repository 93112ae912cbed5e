import { BackTo } from '../../layout/records/breadcrumb.tsx'

/** Link back to the API calls list as it was left. */
export function BackToApiCalls() {
  return <BackTo list="/api-calls" name="API calls" />
}
