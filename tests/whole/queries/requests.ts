import type { Queries } from './query-kinds.ts'

/** What tickets ask for, in other words than those of the commands. */
export const ofRequests: Queries = {
  'an owner beside what is theirs': {
    'refund 5 ana.ruiz@cafesol.example.com order QD-0000012': ['> Payment 12 · Refund — 5,00 € QD-0000012, ana.ruiz@cafesol.example.com'],
    'refund QD-0000012 lukas.weber@hafenkontor.example.com': [
      'Lukas Weber (not used: refund)',
      'Payment 12 · Refund QD-0000012, ana.ruiz@cafesol.example.com (not used: lukas.weber@hafenkontor.example.com)',
    ],
    'refund ana ruiz 5 order QD-0000012': ['> Payment 12 · Refund — 5,00 € QD-0000012, ana.ruiz@cafesol.example.com'],
  },
  'requests in other words': {
    'sam is locked out': ['> ✗ Sam Okafor · Unlock sign-in sam@quaydesk.test, role 2: limited access'],
    'delete all data of ana ruiz': ['> ✗ Ana Ruiz · Erase personal data ana.ruiz@cafesol.example.com'],
    'reactivate n9ranw': ['> ✗ Gebrauchsanweisung 20 · Change status — Active (now) n9ranw'],
    'ticket #28 from ana.ruiz@cafesol.example.com': ['Ana Ruiz (not used: ticket #28, from)'],
    'refund 5 ana.ruiz@cafesol.example.com (ticket #4711)': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 €, tic',
      'Ana Ruiz · Refund another payment… — 5, ticket #4711 ana.ruiz@cafesol.',
    ],
    'limit 500 ana ruiz': [
      'Ana Ruiz · Change QR code limit — 500 ana.ruiz@cafesol.example.com',
      'Ana Ruiz · Change bulk upload limit — 500 ana.ruiz@cafesol.example.com',
    ],
    'order 12 ana ruiz': ['> Payment 12: 39,90 €'],
    'refund order 12 of ana ruiz': ['> Payment 12 · Refund QD-0000012, ana.ruiz@cafesol.example.com'],
    'anna ruiz': ['> Ana Ruiz'],
    'address of ana ruiz': [
      'Ana Ruiz · Edit billing data ana.ruiz@cafesol.example.com',
      'Ana Ruiz · Change VAT number ana.ruiz@cafesol.example.com',
      'Ana Ruiz · Billing data ana.ruiz@cafesol.example.com',
    ],
    'refund cafe sol': ['> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) ana.ruiz@cafe'],
    'cancel subscription now ana ruiz': ['> Ana Ruiz · Cancel subscription at once ana.ruiz@cafesol.example.com'],
    'cancel plan ana ruiz': ['> Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.'],
    'last 5 invoices': ['Invoices  (not used: last, 5)'],
    'extend trial lukas weber to 7 days': ['Lukas Weber · Extend trial lukas.weber@hafenkontor.example.com (not used: to, 7 days)'],
    'deactivate n9ranw': ['> Gebrauchsanweisung 20 · Change status — Stopped n9ranw'],
    'ban both ana ruiz and lukas weber': ['> Act on all 2 customers… — ban', 'Ana Ruiz', 'Lukas Weber'],
    'set email of ana ruiz = ana@x.example': ['> Ana Ruiz · Change e-mail — ana@x.example ana.ruiz@cafesol.example.com'],
    'block account ana ruiz': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'cancel ana ruiz and ban lukas weber': [
      'Go through these 2 records (not used: cancel, ban)',
      'Ana Ruiz (not used: cancel, ban)',
      'Lukas Weber (not used: cancel, ban)',
    ],
    'cancel ana ruiz and refund': [
      'Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example. (not used: refund)',
      'Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) ana.ruiz@cafe (not used: cancel)',
    ],
    'change email ana.ruiz@cafesol.example.com ana@cafesol.example.com': [
      '> Ana Ruiz · Change e-mail — ana@cafesol.example.com ana.ruiz@cafesol.ex',
    ],
    'can you change my e-mail from ana.ruiz@cafesol.example.com to ana@new.example please': [
      '> Ana Ruiz · Change e-mail — ana@new.example ana.ruiz@cafesol.example.co',
    ],
    'ana.ruiz@cafesol.example.com new email ana@new.example': ['> Ana Ruiz · Change e-mail — ana@new.example ana.ruiz@cafesol.example.co'],
    'change my password': ['Edit… my'],
    'give lukas weber a week more': ['Lukas Weber · Extend trial — 7 days lukas.weber@hafenkontor.example.co (not used: more)'],
    'invoices of ana ruiz this year': [
      'Invoices of Ana Ruiz — Café Sol ana.ruiz@cafesol.example.com (not used: this, year)',
      'Ana Ruiz (not used: invoices, year)',
      'Invoices  (not used: ana, ruiz, this, year)',
    ],
    'resolve abuse 1': ['> https://www.cafesol.example/boutique/été · Mark finished #1, init, rep'],
    'Guten Tag, bitte kündigen Sie mein Abo zum 31.12.2026. Kundennummer 1. MfG Lukas Weber': [
      'Lukas Weber (not used: Guten, Tag, bitte, kündigen, Sie, mein, Abo, zum, 31.12.2026, Kundennummer, 1, MfG)',
    ],
    'revenue november': ['> General dashboard 01-11-2026 / 30-11-2026'],
    'money this month': ['> General dashboard 01-11-2026 / 18-11-2026'],
    'how much did we make this month': ['> General dashboard 01-11-2026 / 18-11-2026'],
    'income yesterday': ['> General dashboard 17-11-2026 / 17-11-2026'],
    'turnover october': ['> General dashboard 01-10-2026 / 31-10-2026'],
    'how much did ana ruiz pay us': ['Ana Ruiz (not used: how, much, pay)'],
    'comment ana ruiz: refunded by mail': ['> Ana Ruiz · Add a note — refunded by mail ana.ruiz@cafesol.example.com'],
    'note: called again': ['> Add a note… — called again'],
  },
}
