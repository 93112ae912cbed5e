/**
 * Some browsers name a language that no formatter takes, as `en-US@posix` where the system has none. uPlot makes a formatter of it as it
 * is loaded and would fail there, so such a name is replaced first. What the charts print is ours and does not depend on it.
 */
export function ensureFormattableLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-GB', configurable: true })
  }
}
