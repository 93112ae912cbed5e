import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { capabilitiesOf } from '../../src/contract/capabilities.ts'
import { type RouterContext, requireCapability } from '../../src/layout/frame/app-route.tsx'

function openAs(rol: number): unknown {
  const user = {
    id: 1,
    name: '',
    email: '',
    rol,
    capabilities: capabilitiesOf(rol),
    features: [],
    productName: '',
    publicSiteUrl: '',
    appUrl: '',
    paymentProviderUrl: '',
  }
  const context: RouterContext = { queryClient: new QueryClient(), user }
  try {
    requireCapability('staff.manage', { context })
    return 'opened'
  } catch (thrown) {
    return isRedirect(thrown) ? thrown.options.href : thrown
  }
}

describe('a full-access route', () => {
  test('opens for role 1 and redirects everybody else to the customers [1.2 full route] [2.2 role value 1]', () => {
    expect([1, 2, 0, 11].map(openAs)).toEqual(['opened', '/customers', '/customers', '/customers'])
  })
})
