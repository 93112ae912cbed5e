import { ArrowSwitchIcon, CircleSlashIcon, PencilIcon, ShieldCheckIcon, SyncIcon } from '@primer/octicons-react'
import { runMutation } from '../api/run-mutation.ts'
import { statusColumns, targetDomain, webHost, whyNotBlacklist, whyNotUri, whyNotWhitelistQr } from '../contract/qr-rules.ts'
import { maxUriLength, qrStatus, type QrStatus } from '../contract/qrs.ts'
import { type Command, type CommandContext, type Read, targetCommand, type Targets, unlessRefused } from './command.ts'
import { describeDestiny, destinationStep, type Destiny } from './destination.ts'
import { touchesQr } from './impact.ts'
import { blacklistQrMutation, setQrStatusMutation, setQrUriMutation, transferQrsMutation, whitelistQrMutation } from '../api/qr-actions.ts'
import { readAnyStatus, readStatus, statusChoices, statusEffects } from './qr-status.ts'
import { describeQr } from './target-name.ts'
import { undoOf } from './undo-of.ts'

const section = 'QR code'
const places = ['row-menu', 'page-menu'] as const

type Qr = Targets['qr']
const nameOf = ({ name, uri }: Qr) => name || uri

/** The displayed status after a change: deleted and blocked outrank stopped (ruling 41). */
const shownAfter = (qr: Qr, to: QrStatus) => qrStatus({ ...qr, ...statusColumns(qr, to) })

/** The product's own hosts, which can't be blocked (ruling 47). */
const ownHosts = ({ user, origin }: CommandContext) =>
  [user.publicSiteUrl, user.appUrl, origin].map(webHost).filter((host) => host !== null)

/** Changes to a QR code (document 2, sections 2, 4 and 8; rulings 41 to 47). */
export const qrChangeCommands: readonly Command[] = [
  targetCommand<'qr', { status: QrStatus }>('qr', {
    id: 'qr.set-status',
    title: () => 'Change status',
    genericTitle: 'Change the status of a QR code',
    section,
    icon: SyncIcon,
    keywords: 'block stop delete activate revive unblock',
    keys: 'q s',
    needs: 'qrs.status',
    places,
    args: { status: { title: 'Status', kind: 'choice', options: statusChoices, read: readStatus, readAhead: readAnyStatus } },
    danger: (qr, { status }) => ({
      title: `Change the status of ${nameOf(qr)} to ${status}?`,
      body:
        shownAfter(qr, status) === status
          ? `${describeQr(qr)} becomes ${status}. ${statusEffects[status]}`
          : `${describeQr(qr)} is marked ${status}, and stays ${shownAfter(qr, status)}.`,
      confirmLabel: `Change to ${status}`,
      undoable: true,
      wayBack: 'The status can be changed again.',
      restores: status === 'active',
      ...(status === 'blocked' || status === 'deleted' ? { touches: touchesQr(qr.id) } : {}),
    }),
    run: async (context, qr, { status }) => {
      const done = await runMutation(context.queryClient, setQrStatusMutation(), { id: qr.id, status })
      const shown = shownAfter(qr, status)
      const message =
        shown === status ? `Status changed: ${nameOf(qr)} is ${status}.` : `Marked ${status}: ${nameOf(qr)} is still ${shown}.`
      return { message, ...undoOf(done) }
    },
  }),
  targetCommand<'qr', { uri: string }>('qr', {
    id: 'qr.set-uri',
    title: () => 'Change uri',
    genericTitle: 'Change the uri of a QR code',
    section,
    icon: PencilIcon,
    keywords: 'address rename short link',
    keys: 'q u',
    needs: 'qrs.uri',
    places,
    args: {
      uri: {
        title: 'Uri',
        kind: 'text',
        hint: () => `1 to ${maxUriLength} letters, digits, - and _`,
        initial: ({ uri }) => uri,
        needsChange: true,
        read: readUri,
      },
    },
    danger: (qr, { uri }) => ({
      title: `Change the uri of ${nameOf(qr)}?`,
      body: `${describeQr(qr)} is reached by ${uri} from now on. Codes that are printed already keep ${qr.uri}, which nobody gets again.`,
      confirmLabel: 'Change uri',
      undoable: false,
    }),
    run: async (context, qr, { uri }) => {
      await runMutation(context.queryClient, setQrUriMutation(), { id: qr.id, uri })
      return { message: `Uri changed: ${nameOf(qr)} is reached by ${uri}.` }
    },
  }),
  targetCommand('qr', {
    id: 'qr.whitelist',
    title: () => 'Whitelist',
    genericTitle: 'Whitelist a QR code',
    section,
    icon: ShieldCheckIcon,
    keywords: 'allow trust safe',
    keys: 'q w',
    needs: 'qrs.whitelist',
    places,
    availability: (_context, qr) => unlessRefused(whyNotWhitelistQr(qr)),
    danger: (qr) => ({
      title: `Whitelist ${nameOf(qr)}?`,
      body: `${describeQr(qr)} is trusted from now on and no longer listed among the risky ones.`,
      confirmLabel: 'Whitelist',
      undoable: true,
      restores: true,
    }),
    run: async (context, qr) => {
      const done = await runMutation(context.queryClient, whitelistQrMutation(), { id: qr.id })
      return { message: `Whitelisted: ${nameOf(qr)}.`, ...undoOf(done) }
    },
  }),
  targetCommand('qr', {
    id: 'qr.blacklist',
    title: (qr) => `Send ${targetDomain(qr) ?? 'its domain'} to the blacklist`,
    genericTitle: "Send a QR code's domain to the blacklist",
    section,
    icon: CircleSlashIcon,
    keywords: 'block domain url ban',
    keys: 'q b',
    needs: 'qrs.blacklist',
    places,
    failureTitle: 'Error sending URLs to blacklist',
    // The documented message is a toast, and nothing typed could be lost.
    closesOnFailure: true,
    availability: (context, qr) => unlessRefused(whyNotBlacklist(qr, ownHosts(context))),
    danger: (qr) => ({
      title: `Send ${targetDomain(qr) ?? 'its domain'} to the blacklist?`,
      body: `${targetDomain(qr) ?? 'The domain'}, which ${describeQr(qr)} leads to, is added to the blocked domains, for the QR codes of all customers.`,
      confirmLabel: 'Send to blacklist',
      undoable: true,
      wayBack: 'It can be removed from the blocked domains.',
      touches: touchesQr(qr.id),
    }),
    run: async (context, qr) => {
      const done = await runMutation(context.queryClient, blacklistQrMutation(), { id: qr.id })
      return { message: `Sent to the blacklist: ${done.domain ?? targetDomain(qr) ?? 'its domain'}.`, ...undoOf(done) }
    },
  }),
  targetCommand<'qr', { destiny: Destiny }>('qr', {
    id: 'qr.transfer',
    title: () => 'Transfer',
    genericTitle: 'Transfer a QR code to another customer',
    section,
    icon: ArrowSwitchIcon,
    keywords: 'move give owner destination',
    keys: 'q t',
    needs: 'qrs.transfer',
    places,
    args: { destiny: destinationStep<Qr>(({ user }) => user) },
    failureTitle: 'Qr transfer error, try again.',
    closesOnFailure: true,
    danger: (qr, { destiny }) => ({
      title: `Transfer ${nameOf(qr)}?`,
      body: `${describeQr(qr)} goes to ${describeDestiny(destiny)}.`,
      confirmLabel: `Transfer to #${destiny.id}`,
      undoable: true,
      wayBack: 'It can be transferred back.',
      touches: touchesQr(qr.id),
    }),
    run: async (context, qr, { destiny }) => {
      const done = await runMutation(context.queryClient, transferQrsMutation(), {
        origin: qr.user,
        destiny: destiny.id,
        qrId: qr.id,
      })
      return { message: `Transferred: ${nameOf(qr)} is ${destiny.name || destiny.email}’s.`, ...undoOf(done) }
    },
  }),
]

function readUri(typed: string, qr: Qr): Read<string> {
  const uri = typed.trim()
  const refusal = whyNotUri(uri, qr.uri)
  return refusal === null ? { value: uri, refusal } : { value: null, refusal }
}
