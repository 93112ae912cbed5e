import { UploadIcon } from '@primer/octicons-react'
import { useRef } from 'react'
import type { z } from 'zod'
import { saveFile } from '../../api/read-file.ts'
import { Button } from './button.tsx'

/** Saves data as a file that people can read. */
export const saveJson = (data: object, name: string) =>
  saveFile(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }), name)

/** A file's data, or why it is none. */
export function readJson<Data>(text: string, schema: z.ZodType<Data>, what: string): { data: Data } | { refusal: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { refusal: 'This is no JSON file.' }
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return { data: parsed.data }
  const [issue] = parsed.error.issues
  return { refusal: `This is no file of ${what}: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? ''}` }
}

/** A button that takes the text of a chosen JSON file. */
export function ImportButton({ label, onText }: { label: string; onText: (text: string) => void }) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button leadingVisual={UploadIcon} onClick={() => file.current?.click()}>
        Import
      </Button>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [given] = target.files ?? []
          void given?.text().then(onText)
          target.value = ''
        }}
      />
    </>
  )
}
