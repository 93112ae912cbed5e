/** What became of a webhook. `pending`: not arrived yet; `failed`: given up after three days. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]
