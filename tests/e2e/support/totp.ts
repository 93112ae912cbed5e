import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateSync } from 'otplib'
import { laneDirectory } from './accounts.ts'
import { ownLane } from './lanes.ts'

const period = 30

interface Kept {
  secret: string
  /** The newest 30-second step that a code was generated for. */
  step: number
}

const keptIn = (email: string, lane: number) => path.join(laneDirectory(lane), 'secrets', `${email}.json`)

/** Stores an account's secret, so that codes can be generated for the whole run. */
export function keepSecret(email: string, secret: string, lane = ownLane()): void {
  writeFileSync(keptIn(email, lane), JSON.stringify({ secret, step: 0 } satisfies Kept))
}

/**
 * An account's next code. A step works once, so a second code within 30 seconds uses the next step, which the server
 * also accepts. A third code would have to wait; give the test its own account instead.
 */
export function nextCode(email: string, lane = ownLane()): string {
  const kept = JSON.parse(readFileSync(keptIn(email, lane), 'utf8')) as Kept
  const now = Math.floor(Date.now() / 1000 / period)
  const step = Math.max(now, kept.step + 1)
  if (step > now + 1) throw new Error(`${email} has used its codes of this minute: use another account`)
  writeFileSync(keptIn(email, lane), JSON.stringify({ ...kept, step } satisfies Kept))
  return generateSync({ secret: kept.secret, epoch: step * period })
}

/** Six digits that are not a valid code for the account in any step the server accepts. */
export function wrongCode(email: string): string {
  const { secret } = JSON.parse(readFileSync(keptIn(email, ownLane()), 'utf8')) as Kept
  const now = Math.floor(Date.now() / 1000 / period)
  const valid = [-2, -1, 0, 1, 2].map((offset) => generateSync({ secret, epoch: (now + offset) * period }))
  const wrong = ['135790', '246801', '975312', '864209', '112233', '445566'].find((code) => !valid.includes(code))
  if (wrong === undefined) throw new Error('six codes cannot all be right')
  return wrong
}
