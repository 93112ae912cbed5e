import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'

export const createAccountRoute = (parent: AppRoute) =>
  createRoute({
    ...viewOptions(parent, {
      path: '/account',
      feature: 'account',
      hasCommands: true,
      page: async () => (await import('./account-page.tsx')).AccountPage,
    }),
    validateSearch: ({ add }: Record<string, unknown>): AccountSearch => (isAddable(add) ? { add } : {}),
  })

/** What the address opens at once: the form of a new passkey, new codes, another phone. */
const addable = ['passkey', 'recovery-codes', 'two-factor'] as const
export type Addable = (typeof addable)[number]
const isAddable = (value: unknown): value is Addable => addable.some((each) => each === value)

export interface AccountSearch {
  add?: Addable
}
