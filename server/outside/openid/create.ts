import type { Config } from '../../process/config.ts'
import type { OpenIdProvider } from './port.ts'

/** Null unless `SIGN_IN` lists oidc. Its code is loaded when somebody first signs in by it. */
export function createOpenId({ oidc, ownOrigin }: Pick<Config, 'oidc' | 'ownOrigin'>): OpenIdProvider | null {
  if (oidc === null) return null
  let loading: Promise<OpenIdProvider> | null = null
  const loaded = () => (loading ??= import('./provider.ts').then(({ Provider }) => new Provider(oidc, `${ownOrigin}${callbackPath}`)))
  return {
    begin: async (...given) => (await loaded()).begin(...given),
    complete: async (...given) => (await loaded()).complete(...given),
    refresh: async (...given) => (await loaded()).refresh(...given),
    readLogout: async (...given) => (await loaded()).readLogout(...given),
  }
}

/** Where the provider sends the browser back to. */
export const callbackPath = '/sign-in/callback'
