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

/** The documented EU list with each country's check. Greece has two codes (ruling 40). */
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

/** Longer than any number with the spaces and hyphens people type. */
const maxLength = 30

/**
 * Whether text is a valid VAT number of that country, prefix included, by format and checksum, without asking a network
 * service (ruling 40). Case, spaces, hyphens, dots and slashes don't matter.
 * @param country an EU code in either case; false for any other
 */
export function isVatNumber(country: string, text: string): boolean {
  const check = checks.get(country.toLowerCase())
  return check !== undefined && text.length <= maxLength && checkVAT(text, [check]).isValid
}
