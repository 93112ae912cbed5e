import { expect, test } from 'vitest'
import { z } from 'zod'
import { type IngestResource, ingestResources, ingestSchemas } from '../../src/contract/ingest/resources.ts'

interface Json {
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Json[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, Json>
  required?: string[]
}

const coded = (value: unknown) => `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``

/** What a field takes, in words. */
function takes(json: Json): string {
  const { description, anyOf, minimum, maximum, minLength, maxLength } = json
  const type = [json.type].flat().find((each) => each !== 'null')
  if (description !== undefined) return description
  if (anyOf)
    return anyOf
      .filter((each) => each.type !== 'null')
      .map(takes)
      .join(' or ')
  if (json.enum)
    return json.enum
      .filter((value) => value !== null)
      .map(coded)
      .join(', ')
  if (json.const !== undefined) return coded(json.const)
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (type === 'string' && maxLength !== undefined)
    return minLength ? `text of ${minLength} to ${maxLength} characters` : `text of at most ${maxLength} characters`
  throw new Error(`There are no words for ${JSON.stringify(json)}.`)
}

function tableOf(resource: IngestResource): string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(ingestSchemas[resource], {
    io: 'input',
    unrepresentable: 'any',
  }) as unknown as Json
  const shape: Record<string, z.ZodType> = ingestSchemas[resource].shape
  const rows = Object.entries(properties).map(([field, json]) => {
    const leftOut = required.includes(field) ? 'refused' : coded(shape[field]?.parse(undefined))
    return `| \`${field}\` | ${takes(json)} | ${leftOut} |`
  })
  return ['', `## ${resource}`, '', '| Field | Takes | Left out or null |', '|---|---|---|', ...rows]
}

/** `npx vitest run tests/contract/ingest-fields.test.ts -u` rewrites it. */
test('docs/ingest-fields.md lists each field of each resource', async () => {
  const page = [
    '# Fields of the ingest API and of imports',
    '',
    'What each field of a row takes, and what it is if it is left out. Generated from [src/contract/ingest](../src/contract/ingest), whose comments',
    'say what a field means; do not edit. [integration.md](integration.md) explains rows; [openapi.json](openapi.json) has the same for programs.',
    ...ingestResources.flatMap(tableOf),
    '',
  ]
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/ingest-fields.md')
})
