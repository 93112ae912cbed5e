import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  path: string
  /** Fills the disk until this many bytes are free. */
  fill(free: number): void
  /** Frees the space again. */
  clear(): void
  remove(): void
}

/**
 * A RAM disk. Only root on Linux may mount one; null elsewhere.
 * @param megabytes its size
 */
export function smallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'quaydesk-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmSync(path, { recursive: true })
    return null
  }
  const ballast = join(path, 'ballast')
  const freeBytes = () => statfsSync(path).bavail * statfsSync(path).bsize
  return {
    path,
    fill(free) {
      const file = openSync(ballast, 'a')
      for (let left = freeBytes() - free; left > 0; left = freeBytes() - free) writeSync(file, Buffer.alloc(Math.min(left, 1 << 20)))
      closeSync(file)
    },
    clear: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true })
    },
  }
}
