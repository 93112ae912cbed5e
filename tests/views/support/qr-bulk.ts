import { screen } from '@testing-library/react'
import type { Sent } from './serve.ts'

export const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
/** Every hundredth is already whitelisted. */
export const whyNot = (id: number) => (id % 100 === 0 ? 'Already whitelisted.' : null)

export const previewOf = ({ body }: Sent) => ({
  rows: (body?.ids ?? []).map((id) => ({ id, name: `QR ${id}`, uri: `u${id}`, refusal: whyNot(id) })),
})

export const doneOf = ({ body }: Sent) => ({ rows: (body?.ids ?? []).map((id) => ({ id, refusal: null })) })
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
