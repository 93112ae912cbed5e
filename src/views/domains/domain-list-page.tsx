import { PlusIcon } from '@primer/octicons-react'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { apiHas } from '../../api/features.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { type DomainListName, domainListNames } from '../../contract/listed-domains.ts'
import { useCurrentTarget } from '../../layout/commands/use-commands.ts'
import { ListPage } from '../../layout/list/list-page.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { useListUrl } from '../../layout/list/use-list-url.ts'
import { CommandButton } from '../../layout/menus/command-button.tsx'
import { domainsLists } from './domain-lists.tsx'
import { RuleBox } from './rule-box.tsx'
import { checkedParam } from './search.ts'

/** The page of blocked or allowed domains: the rule check and the list. */
function DomainListPage({ list: name }: { list: DomainListName }) {
  const list = domainsLists[name]
  const target = useMemo<Target>(() => ({ type: 'domain-list', record: { id: domainListNames.indexOf(name) + 1, list: name } }), [name])
  // Registered before the list's own target, so the focused row takes precedence.
  useCurrentTarget(target)
  const search: ListSearch = useSearch({ strict: false })
  const change = useListUrl(list.search, search)
  return (
    <ListPage
      list={list}
      actions={
        <CommandButton id="domain-list.add" target={target} icon={PlusIcon}>
          Add
        </CommandButton>
      }
    >
      {apiHas('domain-rules') ? (
        <RuleBox checked={search[checkedParam]} onCheck={(address) => void change({ [checkedParam]: address })} />
      ) : null}
    </ListPage>
  )
}

export const domainListPages = {
  blacklisted: () => <DomainListPage list="blacklisted" />,
  whitelisted: () => <DomainListPage list="whitelisted" />,
}
