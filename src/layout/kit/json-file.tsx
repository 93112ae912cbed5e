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

interface ImportButtonProps {
  label: string
  /** Null until a file can be read. */
  onText: ((text: string) => void) | null
}

/** A button that takes the text of a chosen JSON file. */
export function ImportButton({ label, onText }: ImportButtonProps) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button leadingVisual={UploadIcon} disabled={onText === null} onClick={() => file.current?.click()}>
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
          void given?.text().then((text) => onText?.(text))
          target.value = ''
        }}
      />
    </>
  )
}
