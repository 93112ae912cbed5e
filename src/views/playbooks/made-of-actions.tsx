import { useQuery } from '@tanstack/react-query'
import { fetchLastActions } from '../../api/playbooks.ts'
import { stepsOfActions } from '../../commands/playbooks/last-actions.ts'
import { playbookTypes } from '../../contract/playbooks.ts'
import { useCommandsNow } from '../../layout/commands/commands-now.ts'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { Page } from '../../layout/list/page.tsx'
import { PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { NewPlaybook } from './playbook-form.tsx'

interface Props {
  /** The record: `customer.390`. */
  from: string
  onClose: () => void
}

/** A playbook of what one just did to a record, ready to be kept. */
export function MadeOfActions({ from, onClose }: Props) {
  const commands = useCommandsNow()
  const [named, id] = from.split('.')
  const type = playbookTypes.find((each) => each === named) ?? 'customer'
  const { data, error, refetch } = useQuery({
    queryKey: ['playbooks', 'last-actions', from],
    queryFn: () => fetchLastActions(type, Number(id)),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (error)
    return (
      <Page title="New playbook">
        <ErrorPanel error={error} title="Your last actions could not be loaded" onRetry={() => void refetch()} />
      </Page>
    )
  if (!data)
    return (
      <Page title="New playbook">
        <PanelSkeleton lines={6} />
      </Page>
    )
  const steps = stepsOfActions(data.actions, type, commands)
  const note =
    steps.length > 0
      ? undefined
      : 'In the last hour, you did nothing to this record that a playbook could do again. Choose the steps yourself.'
  return <NewPlaybook note={note} type={type} initial={{ name: '', type, keys: null, isShared: false, steps }} onClose={onClose} />
}
