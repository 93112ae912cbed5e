/** How payments are made (document 1, section 4). */
export const paymentMethods = ['card', 'sepa_debit', 'google_pay', 'apple_pay', 'sofort', 'ideal', 'bancontact', 'paypal'] as const
