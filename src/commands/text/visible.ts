const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Without control and other invisible characters, and without the no-break spaces that group the digits of a number. */
export function visible(raw: string): string {
  return (
    raw
      .replace(/[^\P{Cc}\s]|[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]|%E2%80%8B/giu, '')
      // The help desk's own number in a subject: 'Re: [#48213] Lost my phone'. Elsewhere it may be a record's, or a word of a note.
      .replace(
        /(?<=^[ \t]*(?:(?:subject|re|fwd?|aw):[ \t]*)+)\[(?:(?:ticket|case):? ?)?#\d{3,}\]|(?<![^])\[#\d{3,}\](?= +[a-z])(?![^]*\[)/gim,
        ' ',
      )
      // How addresses are kept from robots.
      .replace(/(?<=[\w.-])\s?[([{]\s?at\s?[)\]}]\s?(?=[\w-]+\.)/gi, '@')
      .replace(/&(?:lt|gt|quot|amp);/gi, (entity) => entities[entity.toLowerCase()] ?? entity)
      // Word processors make hyphens of identifiers longer.
      .replace(/(?<=[\p{L}\d])[\u2010-\u2015\u2212](?=\d)/gu, '-')
      .replace(/(?<=\d)[\u00a0\u2007\u2009\u202f](?=\d{3}(?!\d))/g, '')
  )
}
