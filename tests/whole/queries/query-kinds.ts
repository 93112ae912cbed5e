/** The first rows of the palette, by kind and text. */
export type Queries = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
