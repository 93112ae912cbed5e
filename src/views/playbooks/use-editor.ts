import { useRouteContext } from '@tanstack/react-router'
import type { CurrentUser } from '../../contract/auth.ts'

/** Who is signed in, and whether they may make playbooks for everybody. */
export function useEditor(): { id: number; mayShare: boolean } {
  const { id, capabilities } = useRouteContext({ strict: false, select: ({ user }) => user as CurrentUser })
  return { id, mayShare: capabilities.includes('playbooks.share') }
}
