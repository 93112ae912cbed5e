import { activateAllQrs, blacklistQr, setQrStatus, setQrUri, transferFolders, transferQrs, whitelistQr } from '../contract/qr-actions.ts'
import { changeOptions } from './change-options.ts'

export const setQrStatusMutation = changeOptions(setQrStatus, ['qr'])

/** Throws ApiFailure 409 `uri_in_use` if any QR ever had it (ruling 42), and 400 with the field. */
export const setQrUriMutation = changeOptions(setQrUri, ['qr'])

export const whitelistQrMutation = changeOptions(whitelistQr, ['qr'])

/**
 * Blocks the domain the QR leads to (ruling 47). Throws ApiFailure 409 `domain_already_exists` or `unavailable_action`.
 */
export const blacklistQrMutation = changeOptions(blacklistQr, ['qr', 'domain-rule'])

/** One QR, or all of the origin's; all or nothing (ruling 43). */
export const transferQrsMutation = changeOptions(transferQrs, ['qr'])

/** Reactivates a customer's stopped QRs; `id` is the customer's (ruling 17). */
export const activateAllQrsMutation = changeOptions(activateAllQrs, ['qr'])

/**
 * Transfers folders with their QRs; all or nothing (ruling 43). Refetches everything on screen, as the customer page
 * must be refreshed as a whole (document 2, section 2).
 */
export const transferFoldersMutation = changeOptions(transferFolders, { stale: [[]] })
