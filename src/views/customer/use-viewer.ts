import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/app/customers/$id')

/** The member of staff who looks at the page: drafts are theirs. */
export function useViewer() {
  return route.useRouteContext({ select: ({ user }) => user })
}
