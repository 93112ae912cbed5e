import type { FastifyReply } from 'fastify'
import { Html, html } from '../stand-in/page.ts'

interface Page {
  title: string
  /** Shown until, or without, the script. */
  content: Html
  /** For the script: the QR to show outside a frame, and the origins that may frame it. */
  script?: { qr: Record<string, unknown> | null; consoleOrigins: readonly string[] }
}

/** Sends a page of the public site's stand-in. QR data is passed in an attribute, which the script shows as text. */
export function sendSitePage(reply: FastifyReply, status: number, { title, content, script }: Page): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/page.css"><link rel="stylesheet" href="/assets/content.css">${script ? new Html('<script type="module" src="/assets/preview.js"></script>') : null}</head>
<body><main${script ? html` data-console-origins="${script.consoleOrigins.join(' ')}" data-qr="${script.qr === null ? '' : JSON.stringify(script.qr)}"` : null}>${content}</main></body>
</html>
`
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.text)
}

/** A page with a single message. */
export function message(heading: string, text: string): Html {
  return html`<section class="message"><h1>${heading}</h1><p>${text}</p></section>`
}
