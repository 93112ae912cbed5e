import { mutationOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { activateAllQrs, blacklistQr, setQrStatus, setQrUri, transferFolders, transferQrs, whitelistQr } from '../contract/qr-actions.ts'
import { call } from './client.ts'

/** What changing a QR makes stale: all QR lists, its customer's counts, the timeline and the audit trail. */
const changesQr = { stale: [['qrs'], ['customers'], ['webrisk'], ['timeline'], ['audit']] }

interface OneQr {
  id: number
}

export const setQrStatusMutation = () =>
  mutationOptions({
    mutationFn: ({ id, status }: OneQr & z.input<(typeof setQrStatus)['body']>) => call(setQrStatus, { params: { id }, body: { status } }),
    meta: changesQr,
  })

/** Throws ApiFailure 409 `uri_in_use` if any QR ever had it (ruling 42), and 400 with the field. */
export const setQrUriMutation = () =>
  mutationOptions({
    mutationFn: ({ id, uri }: OneQr & { uri: string }) => call(setQrUri, { params: { id }, body: { uri } }),
    meta: changesQr,
  })

export const whitelistQrMutation = () =>
  mutationOptions({ mutationFn: ({ id }: OneQr) => call(whitelistQr, { params: { id } }), meta: changesQr })

/**
 * Blocks the domain the QR leads to (ruling 47). Throws ApiFailure 409 `domain_already_exists` or `unavailable_action`.
 */
export const blacklistQrMutation = () =>
  mutationOptions({
    mutationFn: ({ id }: OneQr) => call(blacklistQr, { params: { id } }),
    meta: { stale: [...changesQr.stale, ['domains']] },
  })

/** One QR, or all of the origin's; all or nothing (ruling 43). */
export const transferQrsMutation = () =>
  mutationOptions({ mutationFn: (body: z.input<(typeof transferQrs)['body']>) => call(transferQrs, { body }), meta: changesQr })

/** Reactivates a customer's stopped QRs; `id` is the customer's (ruling 17). */
export const activateAllQrsMutation = () =>
  mutationOptions({ mutationFn: ({ id }: { id: number }) => call(activateAllQrs, { params: { id } }), meta: changesQr })

/**
 * Transfers folders with their QRs; all or nothing (ruling 43). Refetches everything on screen, as the customer page
 * must be refreshed as a whole (document 2, section 2).
 */
export const transferFoldersMutation = () =>
  mutationOptions({
    mutationFn: (body: z.input<(typeof transferFolders)['body']>) => call(transferFolders, { body }),
    meta: { stale: [[]] },
  })
