import type { QueryKey } from '@tanstack/react-query'
import type { ListRequest } from '../../contract/list.ts'
import type { ListDefinition, ListReply } from './list-definition.ts'
import type { ScreenList } from './screen-lists.ts'

type OfList = <Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  path: string,
  definition: ListDefinition<Query, Reply, Key>,
) => ScreenList

/** The screens whose code has loaded, by their path, as what the palette makes of them. */
export const notedScreens = new Map<string, (ofList: OfList) => ScreenList>()

/** Makes a screen's list known to the palette. */
export const noteScreenList = <Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  path: string,
  definition: ListDefinition<Query, Reply, Key>,
) => void notedScreens.set(path, (ofList) => ofList(path, definition))

/** Makes a screen that is not one list known to the palette. */
export const noteScreen = (screen: ScreenList) => void notedScreens.set(screen.path, () => screen)
