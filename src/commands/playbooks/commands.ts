import { WorkflowIcon } from '@primer/octicons-react'
import { playbookTypes } from '../../contract/playbooks.ts'
import { type Command, command } from '../engine/command.ts'
import { commandsOn } from '../shared/commands-on.ts'

const making = playbookTypes.map((type) =>
  commandsOn(type, { section: 'Playbooks', places: ['page-menu'], needs: 'playbooks.own', feature: 'playbooks' })({
    verb: 'make-playbook',
    title: 'Make a playbook of my last actions',
    genericTitle: `Make a playbook of one’s last actions on a ${type === 'qr' ? 'QR code' : type}`,
    aka: ['New playbook', 'Make a playbook', 'Record a macro'],
    icon: WorkflowIcon,
    keywords: 'macro automate record repeat',
    run: (context, { id }) => context.navigate(`/playbooks?from=${type}.${id}`),
  }),
)

/** Making playbooks, and the page of them; the playbooks themselves are commands, too, once the person's are loaded. */
export const playbookCommands: readonly Command[] = [
  command({
    id: 'go.playbooks',
    title: 'Playbooks',
    section: 'Playbooks',
    icon: WorkflowIcon,
    keywords: 'macros automation',
    keys: 'g 1',
    places: ['user-menu'],
    needs: 'playbooks.own',
    feature: 'playbooks',
    href: '/playbooks',
    run: (context) => context.navigate('/playbooks'),
  }),
  ...making,
]
