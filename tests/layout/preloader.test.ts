import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { limitPreloader, removePreloader } from '../../src/layout/kit/preloader.ts'

const page = await readFile('index.html', 'utf8')

describe('the page before the console loads', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    document.body.innerHTML = /<body>([\s\S]*?)<script/.exec(page)?.[1] ?? ''
  })

  const isGone = () => document.querySelector('#preloader') === null

  test('is in English [1.1 english] [2.1 english]', () => expect(page).toMatch(/<html lang="en"/))

  test('hides the preloader after 2500 ms at the latest [1.1 preloader] [2.9 preloader]', () => {
    limitPreloader()
    vi.advanceTimersByTime(2499)
    expect(isGone()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isGone()).toBe(true)
  })

  test('hides the preloader when the console is ready', () => {
    removePreloader()
    expect(isGone()).toBe(true)
  })
})
