import { screen, within } from '@testing-library/react'

/** The headers of the only table on screen, as people read them. */
export const headers = () =>
  within(screen.getByRole('table'))
    .getAllByRole('columnheader')
    .map((header) => header.textContent)

/** Its rows without the header. */
export const rows = () => within(screen.getByRole('table')).queryAllByRole('row').slice(1)

/** A row's cell texts. */
export const cellsOf = (row: number) =>
  within(rows()[row] as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
