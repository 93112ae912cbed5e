/** Where an id was first read. */
export interface Place {
  path: string
  line: number
  /** How many zeros it begins with, if it is all digits. */
  zeros: number
  /** The moment of the row that has it; null if a row only refers to it. */
  at: number | null
  /** Differs where the row's data do. A number takes less memory than the digest. */
  data: number
}

/** Numbers per place in `#numbers`. */
const width = 6

/**
 * The places of a resource's ids, in arrays of numbers: as objects, a million would take four times the memory, which the garbage collector
 * goes through again and again. An id is kept as its hash of 64 bits, so among a million ids two are mixed up in one of 30 million runs.
 */
export class IdPlaces {
  readonly #paths: string[] = []
  /** Two halves of the hash, line, zeros, data and path of each place. */
  #numbers = new Int32Array(1024 * width)
  #moments = new Float64Array(1024)
  /** A hash table: one more than the index of a place, or 0. */
  #table = new Int32Array(2048)
  #size = 0

  get(id: string): Place | undefined {
    const index = (this.#table[this.#slotOf(id)] ?? 0) - 1
    if (index < 0) return undefined
    const [line = 0, zeros = 0, data = 0, path = 0] = this.#numbers.subarray(index * width + 2, (index + 1) * width)
    const at = this.#moments[index] ?? Number.NaN
    return { path: this.#paths[path] ?? '', line, zeros, data, at: Number.isNaN(at) ? null : at }
  }

  set(id: string, { path, line, zeros, at, data }: Place): void {
    let slot = this.#slotOf(id)
    let index = (this.#table[slot] ?? 0) - 1
    if (index < 0) {
      if (this.#size === this.#moments.length) {
        this.#grow()
        slot = this.#slotOf(id)
      }
      index = this.#size
      this.#size += 1
      this.#table[slot] = this.#size
      this.#numbers.set(hashOf(id), index * width)
    }
    this.#numbers.set([line, zeros, data, this.#numberOf(path)], index * width + 2)
    this.#moments[index] = at ?? Number.NaN
  }

  /** Files are read one after the other. */
  #numberOf(path: string): number {
    const last = this.#paths.length - 1
    if (this.#paths[last] === path) return last
    const known = this.#paths.indexOf(path)
    return known === -1 ? this.#paths.push(path) - 1 : known
  }

  /** The slot that leads to an id's place, or the free one where it belongs. */
  #slotOf(id: string): number {
    const [low, high] = hashOf(id)
    return this.#search(low, high)
  }

  #search(low: number, high: number): number {
    const last = this.#table.length - 1
    for (let slot = low & last; ; slot = (slot + 1) & last) {
      const index = (this.#table[slot] ?? 0) - 1
      if (index < 0 || (this.#numbers[index * width] === low && this.#numbers[index * width + 1] === high)) return slot
    }
  }

  #grow(): void {
    const [numbers, moments] = [this.#numbers, this.#moments]
    this.#numbers = new Int32Array(numbers.length * 2)
    this.#numbers.set(numbers)
    this.#moments = new Float64Array(moments.length * 2)
    this.#moments.set(moments)
    this.#table = new Int32Array(this.#table.length * 2)
    for (let index = 0; index < this.#size; index += 1)
      this.#table[this.#search(numbers[index * width] ?? 0, numbers[index * width + 1] ?? 0)] = index + 1
  }
}

/** 64 bits in two halves, well mixed. */
function hashOf(id: string): [number, number] {
  let [low, high] = [0x9e3779b9 ^ id.length, 0x85ebca6b]
  for (let place = 0; place < id.length; place += 1) {
    const code = id.charCodeAt(place)
    low = Math.imul(low ^ code, 0x9e3779b1)
    high = Math.imul(high ^ code, 0x5f356495)
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  return [low | 0, high | 0]
}
