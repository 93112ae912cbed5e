import { BackTo } from '../../layout/records/breadcrumb.tsx'

/** The way back to the list of API calls, as one left it. */
export function BackToApiCalls() {
  return <BackTo list="/api-calls" name="API calls" />
}
