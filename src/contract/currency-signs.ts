/** The currencies that a sign or a word stands for, the commonest first. */
export const currencySigns: ReadonlyMap<string, readonly string[]> = new Map([
  ['€', ['eur']],
  ['euro', ['eur']],
  ['$', ['usd', 'cad', 'aud', 'nzd', 'mxn']],
  ['dollar', ['usd', 'cad', 'aud', 'nzd']],
  ['£', ['gbp']],
  ['pound', ['gbp']],
  ['kr', ['sek', 'nok', 'dkk']],
])
