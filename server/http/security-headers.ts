import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config.ts'

const oneYear = 31_536_000

/** Features of the browser that the console never uses, for `Permissions-Policy`, which helmet does not send. */
export const permissionsPolicy = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'display-capture', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Whether browsers reach us by https: cookies are `Secure` then, and HSTS is sent. */
export function isBehindTls(config: Pick<Config, 'publicOrigin'>): boolean {
  return config.publicOrigin?.startsWith('https://') ?? false
}

/**
 * What every reply tells the browser. Scripts come from our own files alone, nothing may frame the console, and it frames
 * only the product's public site (the QR preview). Styles may be inline because sonner inserts a `<style>` element; the
 * pictures of QR codes are `data:` addresses.
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
