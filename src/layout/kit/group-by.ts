/** Groups things by a key, in the order of first occurrence. */
export function groupBy<Key, Thing>(things: readonly Thing[], keyOf: (thing: Thing) => Key): [Key, Thing[]][] {
  const groups = new Map<Key, Thing[]>()
  for (const thing of things) groups.set(keyOf(thing), [...(groups.get(keyOf(thing)) ?? []), thing])
  return [...groups]
}
