import { fireEvent } from '@testing-library/react'
import type { Target } from '../../../src/commands/engine/targets.ts'
import { customerRowOf } from '../palette-harness.tsx'

export const menu: Target = {
  type: 'qr',
  record: {
    id: 41,
    name: 'Menu',
    type: 'url',
    uri: 'aB3xYz',
    user: 5,
    qrUri: 'https://qr.example.com/aB3xYz',
    content: { url: 'https://cafesol.es' },
    status: 1,
    stopped: 0,
    whitelisted: false,
    version: 1,
  },
}

export const ana = customerRowOf(8812, 'Ana Ruiz', 'ana@cafesol.es')
export const luis = customerRowOf(5, 'Luis Prat', 'luis@prat.es')
export const eva = { ...customerRowOf(7, 'Eva Sol', 'eva@cafesol.es'), banned: true }
export const notFound = { statusCode: 404, error: 'not_found', message: 'Not found' }
export const type = (box: HTMLElement, text: string) => fireEvent.change(box, { target: { value: text } })
