// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
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
    Array(2).fill('Something went wrong. (500 Internal Server Error.)Retry'),
  )
  expect(screen.getByText('the rest')).toBeTruthy()
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
  expect(await screen.findByText('The menu failed and was closed.')).toBeTruthy()
  expect(screen.getByText('the rest')).toBeTruthy()
})
