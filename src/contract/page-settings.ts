import { z } from 'zod'
import { Integer } from './fields.ts'
import { SignInWay } from './sign-in-ways.ts'

/** Name of the meta element that holds the settings as JSON. */
export const pageSettingsName = 'console-settings'

/**
 * Settings the documented admin API doesn't report, so the console's own server puts them in the page. Empty: unknown.
 */
export const PageSettings = z.object({
  publicSiteUrl: z.string().default(''),
  appUrl: z.string().default(''),
  /** Base of the payment provider's pages: `{base}/customers/{id}`. */
  paymentProviderUrl: z.string().default(''),
  /** The setting from document 1, 'Login screen': a right password opens the session at once. */
  disableTwoFactor: z.boolean().default(false),
  passwordMinLength: Integer.optional(),
  /** How people sign in, in the order of the screen. */
  signIn: z.array(SignInWay).default(['password']),
  /** What the button of the provider is called. */
  providerName: z.string().default(''),
})
export type PageSettings = z.infer<typeof PageSettings>
