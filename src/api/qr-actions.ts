import { activateAllQrs, blacklistQr, setQrStatus, setQrUri, transferFolders, transferQrs, whitelistQr } from '../contract/qr-actions.ts'
import { changeOptions } from './options.ts'
import { changesOf } from './shown-in.ts'

const changesQr = changesOf('qr')

export const setQrStatusMutation = changeOptions(setQrStatus, changesQr)

/** Throws ApiFailure 409 `uri_in_use` if any QR ever had it (ruling 42), and 400 with the field. */
export const setQrUriMutation = changeOptions(setQrUri, changesQr)

export const whitelistQrMutation = changeOptions(whitelistQr, changesQr)

/**
 * Blocks the domain the QR leads to (ruling 47). Throws ApiFailure 409 `domain_already_exists` or `unavailable_action`.
 */
export const blacklistQrMutation = changeOptions(blacklistQr, changesOf('qr', 'domain-rule'))

/** One QR, or all of the origin's; all or nothing (ruling 43). */
export const transferQrsMutation = changeOptions(transferQrs, changesQr)

/** Reactivates a customer's stopped QRs; `id` is the customer's (ruling 17). */
export const activateAllQrsMutation = changeOptions(activateAllQrs, changesQr)

/**
 * Transfers folders with their QRs; all or nothing (ruling 43). Refetches everything on screen, as the customer page
 * must be refreshed as a whole (document 2, section 2).
 */
export const transferFoldersMutation = changeOptions(transferFolders, { stale: [[]] })
