import type { FastifyReply } from 'fastify'

/** Safe HTML, only created by `html`. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | Html[] | string | number | null

/** HTML template tag; values other than Html are escaped. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + asText(values[index - 1] ?? null) + part))
}

function asText(value: Value): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(({ text }) => text).join('')
  return value === null ? '' : String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
  .note { border-left: 4px solid; padding-left: 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; overflow-wrap: anywhere; }
  th { font-weight: 600; white-space: nowrap; }
`

/** Sends a script-free page that replaces another system's page and says so; never cached. */
export function sendPage(reply: FastifyReply, status: number, title: string, content: Html): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${new Html(style)}</style></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.text)
}

/** Names and values, one per line; null is shown as a dash. */
export function facts(rows: Readonly<Record<string, string | number | boolean | null>>): Html {
  const lines = Object.entries(rows).map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${shown(value)}</td></tr>`)
  return html`<table>${lines}</table>`
}

function shown(value: string | number | boolean | null): string {
  if (value === null) return '–'
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}
