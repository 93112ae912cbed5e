import { PlusIcon } from '@primer/octicons-react'
import { useMatch, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { apiHas } from '../../api/features.ts'
import type { Target } from '../../commands/command.ts'
import { type DomainListName, domainListNames } from '../../contract/domain-lists.ts'
import { CommandButton } from '../menus/command-button.tsx'
import { useCurrentTarget } from '../commands/use-commands.ts'
import { noteList } from '../list/last-list.ts'
import type { ListSearch } from '../list/list-search.ts'
import { ListHead } from '../list/list-head.tsx'
import { ListView } from '../list/list-view.tsx'
import { useListUrl } from '../list/use-list-url.ts'
import { useListView } from '../list/use-list-view.ts'
import { Page } from '../list/page.tsx'
import { checkedParam } from './domain-search.ts'
import { domainsLists } from './domains-list.tsx'
import { RuleBox } from './rule-box.tsx'

/** The page of blocked or allowed domains: the rule check and the list. */
export function DomainListPage({ list: name }: { list: DomainListName }) {
  const list = domainsLists[name]
  const target = useMemo<Target>(() => ({ type: 'domain-list', record: { id: domainListNames.indexOf(name) + 1, list: name } }), [name])
  // Registered before the list's own target, so the focused row takes precedence.
  useCurrentTarget(target)
  const search: ListSearch = useSearch({ strict: false })
  const path = useMatch({ strict: false, select: (match) => match.pathname })
  const view = useListView(list, search, path)
  const change = useListUrl(list.search, search)
  useEffect(() => noteList(window.location.pathname, window.location.search), [search])
  return (
    <Page
      title={list.title}
      maxWidth={list.maxWidth}
      actions={
        <ListHead path={path} view={view}>
          <CommandButton id="domain-list.add" target={target} icon={PlusIcon}>
            Add
          </CommandButton>
        </ListHead>
      }
    >
      {apiHas('domain-rules') ? (
        <RuleBox checked={search[checkedParam]} onCheck={(address) => void change({ [checkedParam]: address })} />
      ) : null}
      <ListView view={view} />
    </Page>
  )
}
