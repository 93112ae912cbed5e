import { QueryClient } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { capabilitiesOf } from '../../../src/contract/capabilities.ts'
import { Shell } from '../../../src/layout/frame/shell.tsx'
import { startSession } from '../../../src/layout/session/session.ts'
import { catchCalls, renderConsole } from './console.tsx'

/** The signed-in layout with a page, for this role. */
export async function renderShell(rol: 1 | 2 = 1, address = '/customers/notes') {
  const user = {
    id: 7,
    name: 'Marta Soler',
    email: 'marta@example.com',
    rol,
    capabilities: capabilitiesOf(rol),
    productName: 'Quaydesk',
    publicSiteUrl: '',
    appUrl: '',
    paymentProviderUrl: '',
    preferences: {},
  }
  catchCalls(() => user)
  await startSession(new QueryClient())
  return renderConsole(
    address,
    (parent) => {
      const shell = createRoute({ getParentRoute: () => parent, id: 'shell', component: Shell })
      return [shell.addChildren([createRoute({ getParentRoute: () => shell, path: '$', component: () => <h1>The page</h1> })])]
    },
    user,
  )
}
