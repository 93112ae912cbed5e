import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../../process/config.ts'

const oneYear = 31_536_000

/** Browser features the console never uses, for `Permissions-Policy`, which helmet doesn't send. */
export const permissionsPolicy = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'display-capture', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Whether browsers reach us over https: cookies are then `Secure` and HSTS is sent. */
export function isBehindTls(config: Pick<Config, 'publicOrigin'>): boolean {
  return config.publicOrigin?.startsWith('https://') ?? false
}

/**
 * Security headers of every reply. Only our own script files; nobody may frame the
 * console, and it frames only the public site (QR preview). Inline styles are
 * allowed because sonner inserts a `<style>` element, `data:` images for QR codes.
 */
export function securityHeaders(config: Pick<Config, 'publicOrigin' | 'publicSiteUrl'>): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameSrc: [new URL(config.publicSiteUrl).origin],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: isBehindTls(config) ? { maxAge: oneYear, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  }
}
