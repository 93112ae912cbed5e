/** All tables: Drizzle's schema and the source of the migrations. */
export * from './customers.ts'
export * from './figures.ts'
export * from './payments.ts'
export * from './qrs.ts'
export * from './sandbox.ts'
export * from './security.ts'
export * from './staff.ts'
export * from './tokens.ts'
