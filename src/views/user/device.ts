import Bowser from 'bowser'

/** What a session runs on, for people: 'Firefox on Windows'; its own words where it is no known browser. */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device'
  const { browser, os, platform } = Bowser.parse(userAgent)
  const system = platform.model ?? os.name
  if (browser.name === undefined || browser.name === '') return userAgent
  return system === undefined ? browser.name : `${browser.name} on ${system}`
}
