import type { FastifyInstance } from 'fastify'
import type { Config } from '../../process/config.ts'

const oneYear = 31_536_000

/** Browser features the console never uses, for `Permissions-Policy`. */
export const permissionsPolicy = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'display-capture', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Whether browsers reach us over https: cookies are then `Secure` and HSTS is sent. */
export function isBehindTls(config: Pick<Config, 'publicOrigin'>): boolean {
  return config.publicOrigin?.startsWith('https://') ?? false
}

/** Sends the security headers with every reply. They are the same for all of them, so they are made once. */
export function sendSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'publicOrigin' | 'publicSiteUrl'>): void {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * Only our own script files; nobody may frame the console, and it frames only the public site (QR preview). Inline styles are
 * allowed because sonner inserts a `<style>` element, `data:` images for QR codes.
 */
export function securityHeaders(config: Pick<Config, 'publicOrigin' | 'publicSiteUrl'>): Record<string, string> {
  const sources = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'frame-src': new URL(config.publicSiteUrl).origin,
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'object-src': "'none'",
  }
  return {
    'content-security-policy': Object.entries(sources)
      .map(([directive, allowed]) => `${directive} ${allowed}`)
      .join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'same-origin',
    ...(isBehindTls(config) ? { 'strict-transport-security': `max-age=${oneYear}` } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // Browsers that still have the filter had faults in it.
    'x-xss-protection': '0',
  }
}
