// Runs before the first paint, so that nobody sees the wrong colours flash by. src/layout/session/colour-mode.tsx takes over from
// here and reads the choice back from the attributes. A file of its own because the content security policy forbids
// inline scripts.
;(() => {
  const root = document.documentElement
  let choice = 'auto'
  try {
    const kept = localStorage.getItem('config.colourMode')
    if (kept === 'light' || kept === 'dark') choice = kept
  } catch {
    // Storage can be forbidden: the system's mode then stands.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.colourChoice = choice
  root.dataset.colorMode = choice === 'auto' ? (systemIsDark ? 'dark' : 'light') : choice
})()
