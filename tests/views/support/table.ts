import { screen, within } from '@testing-library/react'

/** The one table on screen, as people read it. */
export const headers = () =>
  within(screen.getByRole('table'))
    .getAllByRole('columnheader')
    .map((header) => header.textContent)

/** Its rows, without the one of headers. */
export const rows = () => within(screen.getByRole('table')).queryAllByRole('row').slice(1)

/** What stands in a row's cells, without the labels that a phone shows before them. */
export const cellsOf = (row: number) =>
  within(rows()[row] as HTMLElement)
    .getAllByRole('cell')
    .map((cell) =>
      [...cell.childNodes]
        .filter((node) => !headers().some((header) => header === node.textContent))
        .map((node) => node.textContent)
        .join(''),
    )
