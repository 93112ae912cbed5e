/** Query options: what figures are compared with is asked once they are there, and never stands in for another period. */
export const onceKnown = ({ data, isPlaceholderData }: { data: unknown; isPlaceholderData: boolean }) =>
  ({ enabled: data !== undefined && !isPlaceholderData, placeholderData: undefined }) as const
