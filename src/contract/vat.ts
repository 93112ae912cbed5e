import {
  austria,
  belgium,
  bulgaria,
  checkVAT,
  croatia,
  cyprus,
  czechRepublic,
  denmark,
  estonia,
  finland,
  france,
  germany,
  greece,
  hungary,
  ireland,
  italy,
  latvia,
  lithuania,
  luxembourg,
  malta,
  netherlands,
  poland,
  portugal,
  romania,
  slovakiaRepublic,
  slovenia,
  sweden,
} from 'jsvat'

/** The documented EU list, and how each country checks its numbers. Greece is one country under two codes (ruling 40). */
const checks = new Map(
  Object.entries({
    at: austria,
    be: belgium,
    bg: bulgaria,
    cy: cyprus,
    cz: czechRepublic,
    de: germany,
    dk: denmark,
    ee: estonia,
    el: greece,
    gr: greece,
    fi: finland,
    fr: france,
    hr: croatia,
    hu: hungary,
    ie: ireland,
    it: italy,
    lt: lithuania,
    lu: luxembourg,
    lv: latvia,
    mt: malta,
    nl: netherlands,
    pl: poland,
    pt: portugal,
    ro: romania,
    se: sweden,
    si: slovenia,
    sk: slovakiaRepublic,
  }),
)

/** Longer than any number with the spaces and hyphens people write in it. */
const maxLength = 30

/**
 * Whether text is a VAT number of that country, prefix included, by format and checksum; no network service is asked (ruling 40).
 * Letter case, spaces, hyphens, dots and slashes don't count.
 * @param country of the EU list, in either letter case; no number is one of any other
 */
export function isVatNumber(country: string, text: string): boolean {
  const check = checks.get(country.toLowerCase())
  return check !== undefined && text.length <= maxLength && checkVAT(text, [check]).isValid
}
