/** The types of records that are loaded by their id. */
export const loadable = ['customer', 'qr', 'invoice', 'payment'] as const
export type Loadable = (typeof loadable)[number]

export const isLoadable = <Named extends { type: string }>(record: Named): record is Named & { type: Loadable } =>
  loadable.some((type) => type === record.type)
