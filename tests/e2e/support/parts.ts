/**
 * Splits a long walk into tests that several workers can share.
 * @returns the parts and their names; neighbours, which often cost alike, are in different parts
 */
export const inParts = <Each>(all: readonly Each[], count: number): [string, Each[]][] =>
  Array.from({ length: count }, (_, part) => [`part ${part + 1} of ${count}`, all.filter((_each, at) => at % count === part)])
