/**
 * Some browsers report a language Intl rejects, like `en-US@posix`, and uPlot would crash on load. Replaces it first;
 * our own formats don't depend on it.
 */
export function ensureFormattableLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-GB', configurable: true })
  }
}
