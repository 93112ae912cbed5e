import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/app/customers/$id')

/** The signed-in user, whose drafts these are. */
export function useViewer() {
  return route.useRouteContext({ select: ({ user }) => user })
}
