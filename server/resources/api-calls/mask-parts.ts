import { mask } from '../../../src/contract/api-calls.ts'
import { isCredentialName } from './credential-names.ts'

/** Masks fields of a multipart/form-data body: the lines from the blank one to the next boundary. */
export function maskParts(body: string): string {
  const lines = body.split('\n')
  const boundary = lines.find((line) => line.trim() !== '')?.trimEnd() ?? ''
  if (!boundary.startsWith('--')) return body
  let headers: string[] = []
  let content: 'none' | 'shown' | 'secret' = 'none'
  return lines
    .flatMap((line) => {
      if (line.startsWith(boundary)) {
        headers = []
        content = 'none'
      } else if (content === 'secret') return []
      else if (content === 'none' && line.trim() !== '') headers.push(line.trimEnd())
      else if (content === 'none' && headers.length > 0) {
        content = isCredentialName(fieldName(headers)) ? 'secret' : 'shown'
        return content === 'secret' ? [line, mask] : [line]
      }
      return [line]
    })
    .join('\n')
}

/** The field name in a part's headers, quoted or not; headers may be folded. */
function fieldName(headers: string[]): string {
  const [, disposition = ''] = /^content-disposition:(.*)/im.exec(headers.join('\n').replace(/\n[ \t]+/g, ' ')) ?? []
  for (const [, name = '', value = ''] of disposition.matchAll(/;\s*([\w*-]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;\s]*)/g)) {
    if (/^name\*?$/i.test(name)) return value
  }
  return ''
}
