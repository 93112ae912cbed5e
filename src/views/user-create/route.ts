import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'

/** /users/create, role 1 only. */
export const createUserCreateRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/users/create',
    beforeLoad: requireFullAccess,
    component: lazyRouteComponent(() => import('./user-create-page.tsx'), 'UserCreatePage'),
  })
