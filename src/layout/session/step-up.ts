import { createStore } from '../kit/store.ts'

/** Those who wait for a proof; null if none is asked for. One proof is enough for all of them. */
interface Waiting {
  proven: Promise<boolean>
  settle: (isProven: boolean) => void
}

export const stepUpState = createStore<Waiting | null>(null)

/** Asks the person to prove once more that it is them. Resolves false if they don't. */
export function askForProof(): Promise<boolean> {
  const waiting = stepUpState.get()
  if (waiting) return waiting.proven
  const { promise: proven, resolve } = withResolvers()
  stepUpState.set({
    proven,
    settle: (isProven) => {
      stepUpState.set(null)
      resolve(isProven)
    },
  })
  return proven
}

function withResolvers() {
  let resolve: (isProven: boolean) => void = () => undefined
  const promise = new Promise<boolean>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
