import type { FastifyInstance } from 'fastify'
import { roleMay } from '../../../src/contract/capabilities.ts'
import { unarchiveQrs } from '../../../src/contract/customer-actions.ts'
import * as contract from '../../../src/contract/qr-actions.ts'
import { targetDomain } from '../../../src/contract/qr-rules.ts'
import { final, undoable } from '../../audit/reply.ts'
import type { SignedIn } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { previewBulk, runBulk } from './bulk.ts'
import { changeQr } from './change.ts'
import { activateAll, transferAll } from './change-all.ts'
import { publicAddress } from './queries.ts'
import { unarchiveQrs as unarchive } from './unarchive.ts'
import { changeUri } from './uri.ts'

/** All changes to QRs (document 2, sections 4, 5 and 7; rulings 17 and 41 to 47). */
export function qrActionRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.setQrStatus, async (call) => {
    const { auditId } = await changeQr(context, call.actor, call.params.id, { action: 'status', status: call.body.status })
    return undoable(auditId)
  })

  mount(app, context, contract.setQrUri, async (call) => {
    const { uri } = call.body
    const auditId = await changeUri(context, call.actor, call.params.id, uri)
    return { ...final(auditId), uri, qrUri: publicAddress(context.config.publicSiteUrl, uri) }
  })

  mount(app, context, contract.whitelistQr, async (call) => {
    const { auditId } = await changeQr(context, call.actor, call.params.id, { action: 'whitelist' })
    return undoable(auditId)
  })

  mount(app, context, contract.blacklistQr, async (call) => {
    const { auditId, qr } = await changeQr(context, call.actor, call.params.id, { action: 'blacklist' })
    return { ...undoable(auditId), domain: targetDomain(qr) ?? '' }
  })

  mount(app, context, contract.transferQrs, async (call) => {
    const { origin, destiny, qrId } = call.body
    if (qrId === 'all') {
      const { auditId, transferred } = await transferAll(context, call.actor, origin, destiny)
      return { ...undoable(auditId), transferred }
    }
    const { auditId } = await changeQr(context, call.actor, qrId, { action: 'transfer', destiny }, origin)
    return { ...undoable(auditId), transferred: 1 }
  })

  mount(app, context, contract.activateAllQrs, async (call) => {
    const { auditId, activated } = await activateAll(context, call.actor, call.params.id)
    return { ...undoable(auditId), activated }
  })

  mount(app, context, unarchiveQrs, async (call) => undoable(await unarchive(context, call.actor, call.params.id)))

  mount(app, context, contract.previewBulk, async ({ body, staff }) => {
    requireCapability(staff, body.change)
    return { rows: await previewBulk(context, body.change, body.ids) }
  })

  mount(app, context, contract.runBulk, async (call) => {
    const { batch, change, ids } = call.body
    requireCapability(call.staff, change)
    return { rows: await runBulk(context, call.actor, batch, change, ids) }
  })
}

/** A bulk change needs the same capability as a single one (ruling 1). */
function requireCapability(staff: SignedIn, { action }: { action: 'status' | 'whitelist' | 'blacklist' | 'transfer' }) {
  if (!roleMay(staff.rol, `qrs.${action}`)) throw new ApiError('forbidden', 'Your account may not do this.')
}
