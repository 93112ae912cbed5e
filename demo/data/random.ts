/**
 * A small seeded generator (sfc32). Each customer and topic has its own stream, so an added draw doesn't change all
 * later records, and a stream can be replayed: once for times, once for rows.
 */
export class Random {
  private a: number
  private b: number
  private c = 0x9e3779b9
  private d = 1

  constructor(stream: string, key = 0) {
    let hash = 0x811c9dc5
    for (let i = 0; i < stream.length; i++) hash = Math.imul(hash ^ stream.charCodeAt(i), 0x01000193)
    this.a = hash
    this.b = Math.imul(key + 1, 0x85ebca6b)
    for (let i = 0; i < 10; i++) this.next()
  }

  /** 0 (inclusive) to 1 (exclusive). */
  next(): number {
    const t = (((this.a + this.b) | 0) + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = ((this.c << 21) | (this.c >>> 11)) + t
    return (t >>> 0) / 4294967296
  }

  /** An integer, both ends included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.next() * list.length)]
    if (item === undefined) throw new Error('pick from an empty list')
    return item
  }

  /** A value chosen by weight. */
  weighted<T>(choices: readonly (readonly [value: T, weight: number])[]): T {
    let total = 0
    for (const choice of choices) total += choice[1]
    let left = this.next() * total
    for (const [value, weight] of choices) {
      left -= weight
      if (left < 0) return value
    }
    return this.pick(choices)[0]
  }

  /** Roughly normal, mean 0 and deviation 1. */
  gauss(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * Math.sqrt(3)
  }

  /** Random text, such as a provider id. */
  text(length: number, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'): string {
    let result = ''
    for (let i = 0; i < length; i++) result += alphabet[Math.floor(this.next() * alphabet.length)]
    return result
  }
}
