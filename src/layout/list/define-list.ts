import type { QueryKey } from '@tanstack/react-query'
import type { ListRequest } from '../../contract/list.ts'
import type { ListDefinition, ListReply } from './list-definition.ts'
import { noteScreenList } from './noted-screens.ts'
import { makeWalkable } from './walk/walk-pages.ts'

/** A list as it is declared. */
export type DeclaredList<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> = Omit<
  ListDefinition<Query, Reply, Key>,
  'filters' | 'target'
> &
  Partial<Pick<ListDefinition<Query, Reply, Key>, 'filters' | 'target'>>

/** Declares a list with inferred types. */
export function defineList<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  declared: DeclaredList<Query, Reply, Key>,
): ListDefinition<Query, Reply, Key> {
  const list = { filters: [], target: () => null, ...declared }
  // Without links there is nothing to walk.
  if (list.href) makeWalkable(list)
  if (list.path !== undefined) noteScreenList(list.path, list)
  return list
}
