import type { CurrentUser } from '../../contract/auth.ts'
import { PageSettings, pageSettingsName } from '../../contract/page-settings.ts'

const written = document.querySelector<HTMLMetaElement>(`meta[name="${pageSettingsName}"]`)?.content

/** What the console's own server wrote into the page; it does so even if another admin API is used. */
export const pageSettings: PageSettings = PageSettings.parse(written === undefined ? {} : JSON.parse(written))

/** Fills fields that `/auth/me` left out from the page. */
export const withPageSettings = (user: CurrentUser): CurrentUser => ({
  ...user,
  publicSiteUrl: user.publicSiteUrl || pageSettings.publicSiteUrl,
  appUrl: user.appUrl || pageSettings.appUrl,
  paymentProviderUrl: user.paymentProviderUrl || pageSettings.paymentProviderUrl,
  passwordMinLength: user.passwordMinLength ?? pageSettings.passwordMinLength,
})
