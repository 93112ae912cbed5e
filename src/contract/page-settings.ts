import { z } from 'zod'

/** The name of the meta element that holds the settings as JSON. */
export const pageSettingsName = 'console-settings'

/** What an admin API of the documents says nothing of: the console's own server writes it into the page. Empty: not known. */
export const PageSettings = z.object({
  publicSiteUrl: z.string().default(''),
  appUrl: z.string().default(''),
  /** The payment provider's own pages: `{base}/customers/{id}`. */
  paymentProviderUrl: z.string().default(''),
  /** The environment setting of document 1, 'Login screen': the answer to the password is the session. */
  disableTwoFactor: z.boolean().default(false),
  passwordMinLength: z.number().int().optional(),
})
export type PageSettings = z.infer<typeof PageSettings>
