import type { Queries } from './query-kinds.ts'

/** Requests as they stand in mails and notes. */
export const ofWordings: Queries = {
  'as it was typed': {
    'note ana ruiz wants a refund': ['> Ana Ruiz · Add a note — wants a refund ana.ruiz@cafesol.example.com'],
    'note ana ruiz please do not refund': ['> Ana Ruiz · Add a note — please do not refund ana.ruiz@cafesol.example.'],
    'note ana.ruiz@cafesol.example.com has asked to be called': [
      '> Ana Ruiz · Add a note — has asked to be called ana.ruiz@cafesol.exampl',
    ],
    'note ana ruiz for 3 days no access': ['> Ana Ruiz · Add a note — for 3 days no access ana.ruiz@cafesol.example.'],
    'Hello, please cancel my subscription. Regards, Ana Ruiz': [
      '> Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.',
      'Ana Ruiz · Cancel subscription at once ana.ruiz@cafesol.example.com',
    ],
    'i want my money back - Ana Ruiz': ['> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) ana.ruiz@cafe'],
    'refund QD-0000031 in full': ['> Payment 31 · Refund — Full refund: 39,90 € QD-0000031, ana.ruiz@cafeso'],
    'refund ana ruiz the remaining': ['> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — Full refund'],
    'send payment link to ana ruiz': ['> Ana Ruiz · View in Stripe ana.ruiz@cafesol.example.com'],
    'abort cancellation ana ruiz': ['> ✗ Ana Ruiz · Resume subscription ana.ruiz@cafesol.example.com'],
    'revert ban ana ruiz': ['> ✗ Unban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'give 1 month free to ana ruiz': ['> ✗ Ana Ruiz · Extend trial — 30 days, until 18-12-2026 ana.ruiz@cafesol.e'],
  },
  'said in other ways': {
    'my qr code cafe-sol-menu is blocked please unblock it': ['> ✗ Carta Café Sol · Change status — Active (now) cafe-sol-menu'],
    'unblock cafe-sol-menu it is blocked by mistake': ['Change the status of a QR code… — Active cafe-sol-menu mistake'],
    'cafe-sol-menu was stopped please start it again': ['✗ Carta Café Sol · Change status — Active (now) cafe-sol-menu (not used: again)'],
    'cafe-sol-menu stopped please activate': ['> ✗ Carta Café Sol · Change status — Active (now) cafe-sol-menu'],
    'did ana ruiz cancel': ['Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.'],
    'who has role 1': ['Change role… — 1: full access'],
    'how do i ban someone': ['Ban Someone Else someone@example.org'],
    'ban list': ['Ban… (not used: list)'],
    'block list': [
      'Change the status of a QR code… — Blocked (not used: list)',
      'Ban… (not used: list)',
      "Send a QR code's domain to the blacklist… (not used: list)",
    ],
    'invoice from 26 nov': ['> Invoices Created: 26-11-2025 / 26-11-2025', 'Invoices Created: 26-11-2025 / 18-11-2026'],
    'notes of sam': ['> Customer notes sam'],
    'un ban ana ruiz': ['> ✗ Unban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'un ban': ['> Unban…'],
    'Frau Weber': ['> Lukas Weber', 'Marc Weber'],
    'Ms. Murphy': ['> Aoife Murphy'],
    'dear ana ruiz': ['> Ana Ruiz'],
    "when does ana ruiz's subscription renew": ['> Ana Ruiz'],
    'next payment ana ruiz': ['> Ana Ruiz'],
    'bans this week': ['> Audit trail Action: Banned · When: 16-11-2026 / 18-11-2026'],
    'payments on nov 28th': ['> Payments Created: 28-11-2025 / 28-11-2025'],
    'cancel at period end ana ruiz': ['> Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.'],
    'give ana ruiz her money back': ['> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) ana.ruiz@cafe'],
    'ban ana ruiz at once': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
  },
}
