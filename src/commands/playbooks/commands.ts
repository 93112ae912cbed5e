import { WorkflowIcon } from '@primer/octicons-react'
import { playbookTypes } from '../../contract/playbooks.ts'
import type { Command } from '../engine/command.ts'
import { commandsOn } from '../shared/commands-on.ts'

/** Making playbooks; the playbooks themselves are commands, too, once the person's are loaded. */
export const playbookCommands: readonly Command[] = playbookTypes.map((type) =>
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
