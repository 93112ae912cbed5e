/**
 * Decodes the text of a QR code from its modules. Supports versions 1 to 3 in byte mode, without error correction. It follows
 * the standard (ISO 18004) and shares no code with the encoder that it checks.
 * @param dark the modules by row and column, without the quiet zone
 */
export function readQr(dark: readonly (readonly boolean[])[]): string {
  const size = dark.length
  const version = (size - 17) / 4
  if (!Number.isInteger(version) || version < 1 || version > 3) throw new Error(`A QR code of ${size} modules is not read here.`)
  const at = (row: number, column: number) => (dark[row]?.[column] === true ? 1 : 0)
  // The format bits beside the upper left finder, first bit first.
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => at(8, column)).concat([7, 5, 4, 3, 2, 1, 0].map((row) => at(row, 8)))
  const said = format.reduce<number>((bits, bit) => bits * 2 + bit, 0) ^ 0x54_12
  const mask = (said >> 10) & 7
  // In version 3 with either of the two stronger corrections, bytes alternate between two blocks.
  const blockLength = version < 3 ? null : ({ 3: 17, 2: 13 }[said >> 13] ?? null)
  const isFunction = (row: number, column: number) => {
    const isFinder = (row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9)
    const isAlignment = version > 1 && Math.abs(row - (size - 7)) <= 2 && Math.abs(column - (size - 7)) <= 2
    return isFinder || isAlignment || row === 6 || column === 6
  }
  const bits: number[] = []
  let isUpward = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = isUpward ? size - 1 - step : step
      for (const column of [right, right - 1])
        if (!isFunction(row, column)) bits.push(at(row, column) ^ (masks[mask]?.(row, column) ? 1 : 0))
    }
    isUpward = !isUpward
  }
  const all = Array.from({ length: bits.length >> 3 }, (_, at) => bits.slice(8 * at, 8 * at + 8).reduce((value, bit) => value * 2 + bit, 0))
  const data =
    blockLength === null ? all : [0, 1].flatMap((block) => all.slice(0, 2 * blockLength).filter((_, place) => place % 2 === block))
  // Four bits of mode and eight bits of length precede the text.
  const half = (place: number) => ((data[place] ?? 0) % 16) * 16 + ((data[place + 1] ?? 0) >> 4)
  if ((data[0] ?? 0) >> 4 !== 4) throw new Error('It does not say its text in bytes.')
  return new TextDecoder().decode(Uint8Array.from({ length: half(0) }, (_, place) => half(place + 1)))
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]
