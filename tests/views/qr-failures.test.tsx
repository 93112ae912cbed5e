import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Target } from '../../src/commands/engine/targets.ts'
import { qrTarget } from '../commands/samples.ts'
import { holdCalls, press, renderConsole } from './palette-harness.tsx'

/** Starts an action with its keys and confirms it. */
async function confirm(target: Target, keys: readonly string[], label: string) {
  const held = holdCalls()
  await renderConsole(target)
  for (const key of keys) press(key)
  await screen.findByRole('alertdialog')
  expect(held.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: label }))
  return held
}

describe('a failed action on a QR code', () => {
  // [2.2 row blacklist] [2.8 blacklist failed]
  test('blacklist: closes the dialog and shows a toast with the documented text, the status text and the reason', async () => {
    const { call } = await confirm(qrTarget, ['q', 'b'], 'Send to blacklist')
    await (await call(/POST \/qrs\/41\/blacklist/)).fail(409, 'The domain is already blacklisted')
    await screen.findByText('Error sending URLs to blacklist')
    expect(screen.queryByText('Conflict: The domain is already blacklisted')).not.toBeNull()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('whitelist: shows the reason in the dialog and can be retried [2.2 whitelist dialog] [2.8 whitelist]', async () => {
    const { call, calls } = await confirm(qrTarget, ['q', 'w'], 'Whitelist')
    await (await call(/PATCH \/qrs\/41\/whitelist/)).fail(409, 'Already whitelisted.')
    await screen.findByText('Not done: Already whitelisted.')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(2))
  })
})
