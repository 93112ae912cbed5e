import type { ListColumn } from './list-definition.ts'

/** A record's number, highest first when it is first sorted by. Eight digits fit: of half a number nobody knows which it is. */
export const idColumn: ListColumn<{ id: number }> = {
  id: 'id',
  header: 'Id',
  width: '88px',
  align: 'end',
  firstDirection: 'desc',
  cell: (row) => row.id,
  brief: (row) => `#${row.id}`,
}
