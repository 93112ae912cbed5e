/** '1 day', '7 days'. */
export const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`
