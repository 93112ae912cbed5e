export const payment = (id: number, userId: number, createdAt: number) => ({
  id,
  userId,
  createdAt,
  email: 'a@example.com',
  currency: 'eur',
  amount: 1_000,
  finalAmount: 1_000,
  stripePaymentIntentId: `pi_${id}`,
  stripePaymentIntentStatus: 'succeeded',
  stripeInvoiceStatus: 'paid',
  stripePaymentMethodType: 'card',
  status: 'paid',
  ref: `ref-${id}`,
})

export const refund = (id: number, paymentId: number, createdAt: number, state = 'succeeded') => ({
  id,
  paymentId,
  createdAt,
  state,
  amount: 300,
  finalAmount: 300,
  currency: 'usd',
  idempotencyKey: `key-${id}`,
})

export const audit = (id: number, targetType: string, targetId: number, at: number) => ({
  id,
  at,
  targetType,
  targetId,
  action: 'customer.ban' as const,
  actorEmail: 'marta@example.com',
})

export const mail = (id: number, userId: number, date: number) => ({
  id,
  userId,
  date,
  event: 'opened',
  subject: 'Hello',
  email: 'a@example.com',
})
export const event = (id: number, userId: number, date: number) => ({ id, userId, date, event: 'login', ip: '10.0.0.1' })
export const change = (id: number, userId: number, at: number) => ({ id, userId, at, fromStatus: 'trialing', toStatus: 'active' })
export const note = (userId: number, createdAt: number) => ({ userId, createdAt, note: 'Careful!', authorName: 'Marta' })
