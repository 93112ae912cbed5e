import { z } from 'zod'

/**
 * The console declares all endpoints before its first row, which needs two of them: what a schema is made of waits until it is used.
 */

/** What `make` returns, made at the first call. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** `z.object`, whose fields are made at its first use. */
export function lazyObject<Shape extends z.ZodRawShape>(fields: () => Shape): z.ZodObject<Shape> {
  return new z.ZodObject({
    type: 'object',
    get shape() {
      const shape = fields()
      // From now on a plain property: while there is a getter, Zod guards each parse against endless recursion.
      Object.defineProperty(this, 'shape', { value: shape, enumerable: true })
      return shape
    },
  }) as z.ZodObject<Shape>
}
