import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { user } from './palette-harness.tsx'
import { openScreen } from './support/console.tsx'

// [2.2 sales busy] [2.8 csv failed]
test('the button shows that it is downloading; a failure is reported and saves nothing', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  let fail: (response: Response) => void = () => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (fail = resolve)))
  await openScreen('/sales', user)
  fireEvent.click(await screen.findByRole('button', { name: 'Download sales CSV' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Downloading…' })).toHaveLength(1))
  await act(async () => fail(new Response('', { status: 500 })))
  await screen.findByText('The report was not downloaded')
  await screen.findByRole('button', { name: 'Download sales CSV' })
  expect(save).not.toHaveBeenCalled()
})
