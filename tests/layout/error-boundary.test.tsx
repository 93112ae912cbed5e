import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiFailure } from '../../src/api/client.ts'
import { FramePart, faultTitle } from '../../src/layout/kit/error-boundary.tsx'
import { ErrorPanel } from '../../src/layout/kit/error-panel.tsx'
import { Surface } from '../../src/layout/kit/surface.tsx'
import { Toasts } from '../../src/layout/kit/toasts.tsx'
import { Panel } from '../../src/layout/list/panel/panel.tsx'
import { Card } from '../../src/layout/records/card.tsx'

let isBroken = true
function Part() {
  if (isBroken) throw new Error('broken on purpose')
  return <p>works</p>
}

test('a panel or card that breaks says so in its own place, and tries again', () => {
  isBroken = true
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <>
      <Panel title="Events" isReady>
        {() => <Part />}
      </Panel>
      <Card title="Note">
        <Part />
      </Card>
      <p>the rest</p>
    </>,
  )
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(
    Array(2).fill('Something went wrong. (This part of the page failed.)RetryReload'),
  )
  expect(screen.queryByText('the rest')).not.toBeNull()
  isBroken = false
  for (const retry of screen.getAllByRole('button', { name: 'Retry' })) fireEvent.click(retry)
  expect(screen.getAllByText('works')).toHaveLength(2)
})

test('a surface that breaks closes and says so', async () => {
  isBroken = true
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const close = vi.fn<() => void>()
  render(
    <>
      <Surface name="The menu" close={close}>
        <Part />
      </Surface>
      <p>the rest</p>
      <Toasts />
    </>,
  )
  expect(close).toHaveBeenCalledTimes(1)
  await screen.findByText('The menu failed and was closed.')
  expect(screen.queryByText('the rest')).not.toBeNull()
})

test('a part of the frame that breaks says so in its place, and offers to reload', () => {
  isBroken = true
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  render(
    <>
      <FramePart name="The header">
        <Part />
      </FramePart>
      <p>the page</p>
    </>,
  )
  expect(screen.getByRole('alert').textContent).toBe('The header failed. Reload')
  expect(screen.queryByText('the page')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('a view that breaks says that it failed, and a call without a reply keeps its status', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  reload.mockClear()
  const { rerender } = render(<ErrorPanel error={new Error('broken on purpose')} title={faultTitle} />)
  expect(screen.getByRole('alert').textContent).toBe('Something went wrong.This part of the page failed.Reload')
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
  rerender(<ErrorPanel error={new ApiFailure(null, null)} title={faultTitle} />)
  expect(screen.getByRole('alert').textContent).toContain('500 Internal Server Error.')
})
