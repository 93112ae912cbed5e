import { ArrowSwitchIcon, CircleSlashIcon, PencilIcon, ShieldCheckIcon, SyncIcon } from '@primer/octicons-react'
import {
  blacklistQrMutation,
  setQrStatusMutation,
  setQrUriMutation,
  transferQrsMutation,
  whitelistQrMutation,
} from '../../api/qr-actions.ts'
import { statusColumns, targetDomain, webHost, whyNotBlacklist, whyNotUri, whyNotWhitelistQr } from '../../contract/qr-rules.ts'
import { maxUriLength, type QrStatus, qrStatus } from '../../contract/qrs.ts'
import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import type { Read } from '../engine/steps.ts'
import { describeQr } from '../engine/target-name.ts'
import type { Targets } from '../engine/targets.ts'
import { change } from '../shared/change.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { describeDestiny, destinationStep } from '../shared/destination.ts'
import { touchesQr } from '../shared/impact.ts'
import { statusEffects, statusStep } from './status.ts'

const onQr = commandsOn('qr', { section: 'QR code' })

type Qr = Targets['qr']
const nameOf = ({ name, uri }: Qr) => name || uri

/** The displayed status after a change: deleted and blocked outrank stopped (ruling 41). */
const shownAfter = (qr: Qr, to: QrStatus) => qrStatus({ ...qr, ...statusColumns(qr, to) })

/** The product's own hosts, which can't be blocked (ruling 47). */
const ownHosts = ({ user, origin }: CommandContext) =>
  [user.publicSiteUrl, user.appUrl, origin].map(webHost).filter((host) => host !== null)

/** Changes to a QR code (document 2, sections 2, 4 and 8; rulings 41 to 47). */
export const qrChangeCommands: readonly Command[] = [
  onQr({
    verb: 'set-status',
    title: 'Change status',
    genericTitle: 'Change the status of a QR code',
    aka: ['Set status'],
    icon: SyncIcon,
    keywords:
      'block stop pause paused disable deactivate delete activate reactivate start restart enable revive unblock unstop turn switch off take down phishing malware spam scam',
    keys: 'q s',
    needs: 'qrs.status',
    args: { status: statusStep },
    danger: (qr, { status }) => ({
      title: `Change the status of ${nameOf(qr)} to ${status}?`,
      body:
        shownAfter(qr, status) === status
          ? `${describeQr(qr)}: ${qrStatus(qr)} → ${status}. ${statusEffects[status]}`
          : `${describeQr(qr)} is marked ${status}, and stays ${shownAfter(qr, status)}.`,
      confirmLabel: `Change to ${status}`,
      undoable: true,
      wayBack: 'The status can be changed again.',
      restores: status === 'active',
      ...(status === 'blocked' || status === 'deleted' ? { touches: touchesQr(qr.id) } : {}),
    }),
    audited: { action: 'qr.status' },
    change: (qr, { status }) => {
      const shown = shownAfter(qr, status)
      const message =
        shown === status ? `Status changed: ${nameOf(qr)} is ${status}.` : `Marked ${status}: ${nameOf(qr)} is still ${shown}.`
      return change(setQrStatusMutation(), { id: qr.id, status }, message)
    },
  }),
  onQr({
    verb: 'set-uri',
    title: 'Change URI',
    genericTitle: 'Change the URI of a QR code',
    icon: PencilIcon,
    aka: ['Edit URI', 'Set URI', 'New URI', 'Change short link'],
    keywords: 'address short link',
    keys: 'q u',
    needs: 'qrs.uri',
    args: {
      uri: {
        title: 'URI',
        kind: 'text',
        isOneWord: true,
        hint: () => `1 to ${maxUriLength} letters, digits, - and _`,
        initial: ({ uri }) => uri,
        needsChange: true,
        read: readUri,
      },
    },
    danger: (qr, { uri }) => ({
      title: `Change the URI of ${nameOf(qr)}?`,
      body: `${describeQr(qr)}: ${qr.uri} → ${uri}. Codes already printed still show ${qr.uri}, which no longer leads anywhere and is not reused.`,
      confirmLabel: 'Change URI',
    }),
    audited: { action: 'qr.uri' },
    change: (qr, { uri }) => change(setQrUriMutation(), { id: qr.id, uri }, `URI changed: ${nameOf(qr)} is reached by ${uri}.`),
  }),
  onQr({
    verb: 'whitelist',
    title: 'Whitelist',
    genericTitle: 'Whitelist a QR code',
    icon: ShieldCheckIcon,
    keywords: 'allow trust safe',
    keys: 'q w',
    needs: 'qrs.whitelist',
    whyNot: whyNotWhitelistQr,
    danger: (qr) => ({
      title: `Whitelist ${nameOf(qr)}?`,
      body: `${describeQr(qr)} is trusted from now on and no longer listed among the risky ones.`,
      confirmLabel: 'Whitelist',
      undoable: true,
      restores: true,
    }),
    change: (qr) => change(whitelistQrMutation(), { id: qr.id }, `Whitelisted: ${nameOf(qr)}.`),
  }),
  onQr({
    verb: 'blacklist',
    title: (qr) => `Send ${targetDomain(qr) ?? 'its domain'} to the blacklist`,
    genericTitle: "Send a QR code's domain to the blacklist",
    icon: CircleSlashIcon,
    keywords: 'block domain url',
    keys: 'q b',
    needs: 'qrs.blacklist',
    failureTitle: 'Error sending URLs to blacklist',
    whyNot: (qr, context) => whyNotBlacklist(qr, ownHosts(context)),
    danger: (qr) => ({
      title: `Send ${targetDomain(qr) ?? 'its domain'} to the blacklist?`,
      body: `${targetDomain(qr) ?? 'The domain'}, which ${describeQr(qr)} leads to, is added to the blocked domains, for the QR codes of all customers.`,
      confirmLabel: 'Send to blacklist',
      undoable: true,
      wayBack: 'It can be removed from the blocked domains.',
      touches: touchesQr(qr.id),
    }),
    change: (qr) =>
      change(blacklistQrMutation(), { id: qr.id }, ({ domain }) => {
        return `Sent to the blacklist: ${domain ?? targetDomain(qr) ?? 'its domain'}.`
      }),
  }),
  onQr({
    verb: 'transfer',
    title: 'Transfer',
    genericTitle: 'Transfer a QR code to another customer',
    icon: ArrowSwitchIcon,
    keywords: 'move owner destination give reassign hand',
    keys: 'q t',
    needs: 'qrs.transfer',
    args: { destiny: destinationStep<Qr>(({ user }) => user) },
    failureTitle: 'Qr transfer error, try again.',
    danger: (qr, { destiny }) => ({
      title: `Transfer ${nameOf(qr)}?`,
      body: `${describeQr(qr)} goes to ${describeDestiny(destiny)}.`,
      confirmLabel: `Transfer to #${destiny.id}`,
      undoable: true,
      wayBack: 'It can be transferred back.',
      touches: touchesQr(qr.id),
    }),
    change: (qr, { destiny }) => {
      const transfer = { origin: qr.user, destiny: destiny.id, qrId: qr.id }
      return change(transferQrsMutation(), transfer, `Transferred: ${nameOf(qr)} is ${destiny.name || destiny.email}’s.`)
    },
  }),
]

function readUri(typed: string, qr: Qr): Read<string> {
  const uri = typed.trim()
  const refusal = whyNotUri(uri, qr.uri)
  return refusal === null ? { value: uri, refusal } : { value: null, refusal }
}
