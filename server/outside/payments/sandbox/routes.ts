import type { FastifyInstance } from 'fastify'
import { setSandboxFaults } from '../../../../src/contract/sandbox.ts'
import { ApiError } from '../../../http/errors.ts'
import { mount } from '../../../http/mount.ts'
import type { AppContext } from '../../context.ts'
import { SandboxProvider } from './sandbox.ts'

/** Sets faults of the embedded provider, to try out how staff see them. */
export function sandboxRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, context, setSandboxFaults, async ({ body, staff, request }) => {
    if (context.config.production || !(context.payments instanceof SandboxProvider)) throw new ApiError('not_found', 'Not found')
    context.payments.faults.set(body.faults)
    request.log.warn({ faults: body.faults, staffId: staff.id }, 'faults of the embedded payment provider were set')
    return { faults: body.faults }
  })
}
