/** Query options: the figures to compare with are fetched once the others have loaded, and are never placeholders for another period. */
export const onceKnown = ({ data, isPlaceholderData }: { data: unknown; isPlaceholderData: boolean }) =>
  ({ enabled: data !== undefined && !isPlaceholderData, placeholderData: undefined }) as const
