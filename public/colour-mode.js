// Runs before the first paint to avoid a flash of wrong colours; src/layout/session/colour-mode.tsx then reads the
// choice from the attributes. A separate file because the content security policy forbids inline scripts.
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
