/** The calls that change QR codes: fetched with the first that is made, so that the shell does not wait for them. */
export const qrActions = () => import('../api/qr-actions.ts')
