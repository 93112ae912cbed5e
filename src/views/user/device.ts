import Bowser from 'bowser'

/** A session's device, 'Firefox on Windows'; the raw user agent if unknown. */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device'
  const { browser, os, platform } = Bowser.parse(userAgent)
  const system = platform.model ?? os.name
  if (browser.name === undefined || browser.name === '') return userAgent
  return system === undefined ? browser.name : `${browser.name} on ${system}`
}
