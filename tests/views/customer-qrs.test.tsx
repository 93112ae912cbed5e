import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anaFound, customerRowOf, listOf, press, user } from './palette-harness.tsx'
import { openScreen, pageOf } from './support/console.tsx'
import { done, refusal, seeEverything, serveCustomer } from './support/customer-page.tsx'

const folder = { id: 9, name: 'Summer', createdAt: 1_781_510_400, user: 8812 }
const destiny = { ...anaFound, id: 31, email: 'luis@prat.es', firstname: 'Luis', lastname: 'Prat' }

type Answer = NonNullable<Parameters<typeof serveCustomer>[1]>

/** The page of a customer with one folder, and a possible recipient. */
async function show(answer: Answer = () => undefined) {
  seeEverything()
  const server = serveCustomer({}, (path, method, sent, query) => {
    const own = answer(path, method, sent, query)
    if (own) return own
    if (path === '/qrs/folders') return { body: pageOf([folder]) }
    if (path.startsWith('/customers/find/')) return { body: destiny }
    if (path === '/customers') return { body: listOf([customerRowOf(31, 'Luis Prat', 'luis@prat.es')]) }
    if (path === '/qrs/impact') return { body: { qrs: 3, liveQrs: 1, scans: 7 } }
    return path === '/qrs/folders/transfer' ? { body: { ...done, transferred: 3 } } : undefined
  })
  await openScreen('/customers/8812?show=folders', user)
  return server
}

const panel = async () => within(await screen.findByRole('region', { name: 'Folders' }))

/** Selects the folder and searches for the recipient. */
async function transferTo(term: string) {
  fireEvent.click(await (await panel()).findByRole('checkbox', { name: 'Select Summer' }))
  fireEvent.click((await panel()).getByRole('button', { name: /^Transfer the folder/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer the folder' }))
  fireEvent.change(await dialog.findByRole('combobox', { name: 'Destination' }), { target: { value: term } })
  return dialog
}

/** Chooses the recipient and confirms. */
async function confirm(dialog: Awaited<ReturnType<typeof transferTo>>) {
  fireEvent.click(await dialog.findByRole('option', { name: /Luis Prat/ }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Transfer to #31' }))
}

describe('a customer’s folders', () => {
  // [2.2 folder list] [2.2 folder transfer] [2.2 folder refresh] [2.3 found user] [2.8 folder transfer]
  test('are listed by owner, are transferred in two steps, and reload the whole page afterwards', async () => {
    const { sent, asked } = await show()
    expect((await (await panel()).findByRole('row', { name: /Summer/ })).textContent).toBe('9Summer15-06-2026 10:00:00')
    expect(asked.some((path) => /^\/qrs\/folders\?.*owner=8812/.test(path))).toBe(true)
    const dialog = await transferTo('luis@prat.es')
    fireEvent.click(await dialog.findByRole('option', { name: /Luis Prat/ }))
    // An email is one text in parts, between which it may break.
    expect((await dialog.findByText(/go to Luis Prat \(luis@/)).parentElement?.textContent).toContain('go to Luis Prat (luis@prat.es, #31)')
    expect(sent.filter(({ method }) => method === 'PATCH')).toEqual([])
    const before = asked.length
    fireEvent.click(dialog.getByRole('button', { name: 'Transfer to #31' }))
    await screen.findByText('Folders transferred to Luis Prat.')
    const transfers = sent.filter(({ method }) => method === 'PATCH')
    expect(transfers).toEqual([{ method: 'PATCH', path: '/qrs/folders/transfer', body: { userId: 8812, folders: [9], destiny: 31 } }])
    const again = () => asked.slice(before).map((path) => path.split('?')[0])
    for (const path of ['/customers/8812', '/customers/8812/overview', '/qrs', '/qrs/folders'])
      await waitFor(() => expect(again()).toContain(path))
  })

  test('are not transferred if no recipient is found, and the documented message appears [2.5 nobody found] [2.8 folder transfer]', async () => {
    const { sent } = await show((path) => {
      if (path.startsWith('/customers/find/')) return refusal(404, 'not_found')
      return path === '/customers' ? { body: listOf([]) } : undefined
    })
    const dialog = await transferTo('nobody')
    await dialog.findByText('Customer not found!')
    expect(sent.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  test('close the dialog and show an error toast if the transfer fails [2.8 folder transfer]', async () => {
    await show((path) => (path === '/qrs/folders/transfer' ? refusal(409, 'unavailable_action') : undefined))
    await confirm(await transferTo('luis@prat.es'))
    await screen.findByText('Folder transfer error, try again.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a customer’s stopped QR codes', () => {
  test('are all activated after confirmation, and the dialog shows a failure [2.2 activate all dialog] [2.8 activate all failed]', async () => {
    let isDown = true
    const { sent } = await show((path) => {
      if (path !== '/qrs/8812/activate-all') return undefined
      return isDown ? refusal(500, 'server_error') : { body: { ...done, activated: 2 } }
    })
    await panel()
    for (const key of ['c', 'a']) press(key)
    const question = within(await screen.findByRole('alertdialog', { name: 'Activate all QR codes of Ana Ruiz?' }))
    expect(sent).toEqual([])
    fireEvent.click(question.getByRole('button', { name: 'Activate all' }))
    await question.findByText(/Refused: server_error/)
    isDown = false
    fireEvent.click(question.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Activated: 2 QR codes of Ana Ruiz.')
  })
})
