// Runs before all other code. A separate file because the content security policy forbids inline scripts.

// To avoid a flash of wrong colours; src/layout/session/colour-mode.tsx then reads the choice from the attributes.
;(() => {
  const root = document.documentElement
  let choice = 'auto'
  let hasDarkBar = false
  try {
    const kept = localStorage.getItem('config.colourMode')
    if (kept === 'light' || kept === 'dark') choice = kept
    hasDarkBar = /"(dark|colored)"/.test(localStorage.getItem('config.layout') ?? '')
  } catch {
    // Storage may be blocked: the system's mode applies.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.colourChoice = choice
  root.dataset.colorMode = choice === 'auto' ? (systemIsDark ? 'dark' : 'light') : choice
  if (choice === 'dark' || hasDarkBar) document.querySelector('#dark-theme').media = 'screen'
})()

// Asks who is signed in and then for the first customers while the code loads, as src/layout/list/list-search.ts would;
// src/api/early.ts takes the replies. Only where nothing but the page size is chosen.
;(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  if (location.pathname + location.search !== '/customers') return
  if (kept('config.wasSignedIn') === null || kept('config.customerStatusFilter') !== null) return
  // Not `innerHeight`, which would lay out the page.
  const fitting = ['50', '20'].find((rows) => matchMedia(`(min-height: ${250 + 32 * rows}px)`).matches) ?? '10'
  const perPage = [kept('customerEntries'), kept('config.entries')].find((size) => /^[125]0$/.test(size)) ?? fitting
  const list = `/api/admin/customers?exactSearch=true&page=1&perPage=${perPage}&sort=id&sortDirection=desc`
  const early = { isListHere: false }
  const whole = async (reply) => {
    const body = await reply.text()
    early.isListHere = reply.ok
    return new Response(body, reply)
  }
  const lost = () => null
  const me = fetch('/api/admin/auth/me')
  // One after the other: the first reply says from where on changes are told.
  early.replies = {
    '/api/admin/auth/me': me.catch(lost),
    [list]: me.then(({ ok }) => (ok ? fetch(list).then(whole) : null)).catch(lost),
  }
  window.early = early
})()
