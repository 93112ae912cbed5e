import type { Queries } from './query-kinds.ts'

/** Trials, codes of an owner, reasons, and what is not done here. */
export const ofTickets: Queries = {
  'trials, codes of an owner and reasons': {
    '3 extra days lukas weber': ['> Lukas Weber · Extend trial — 3 days lukas.weber@hafenkontor.example.co'],
    '50+ eur payments': ['> Payments Amount: from 50,00 €'],
    '7 more days for lukas weber': ['> Lukas Weber · Extend trial — 7 days lukas.weber@hafenkontor.example.co'],
    'ana ruiz email history': ['> Ana Ruiz · Email activity ana.ruiz@cafesol.example.com'],
    'ana ruiz listino': ['Listino', 'Listino', 'Listino'],
    'ana ruiz new card': ['Ana Ruiz'],
    'ana ruiz notes': ['> Ana Ruiz'],
    'ana ruiz paid twice in october': ['> Payments of Ana Ruiz — Café Sol ana.ruiz@cafesol.example.com · Created'],
    'api errors of ana ruiz': ['> API calls of Ana Ruiz — Café Sol ana.ruiz@cafesol.example.com · Result'],
    'around 20': ['> Payments Amount: from 18,00 to 22,00', 'Invoices Month: November 2026 · Amount: from 18,00 to 22,00'],
    "block ana ruiz's listino": [
      'Listino · Change the status of a QR code — Blocked yuza7j',
      'Listino · Change the status of a QR code — Blocked 3nvx2b',
      'Listino · Change the status of a QR code — Blocked cafesol-6xs6vj',
    ],
    'block listino ana ruiz': [
      'Listino · Change the status of a QR code — Blocked yuza7j',
      'Listino · Change the status of a QR code — Blocked 3nvx2b',
      'Listino · Change the status of a QR code — Blocked cafesol-6xs6vj',
    ],
    'block listino of ana ruiz': [
      'Listino · Change the status of a QR code — Blocked yuza7j',
      'Listino · Change the status of a QR code — Blocked 3nvx2b',
      'Listino · Change the status of a QR code — Blocked cafesol-6xs6vj',
    ],
    'cancel ana ruiz today': ['> Ana Ruiz · Cancel subscription at once ana.ruiz@cafesol.example.com'],
    'cancel the trial of lukas weber now': ['> Lukas Weber · Cancel subscription at once lukas.weber@hafenkontor.exam'],
    'cancel trial ana ruiz': ['> ✗ Ana Ruiz · End the trial ana.ruiz@cafesol.example.com'],
    'credit ana ruiz 10': ['Ana Ruiz'],
    'do not renew ana ruiz': ['> Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.'],
    "don't cancel ana ruiz": ['Ana Ruiz'],
    "don't renew ana ruiz": ['> Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.'],
    'end of trial lukas weber': ['> Lukas Weber'],
    'end trial 12': ['> ✗ Elin Lindqvist · End the trial elin.lindqvist@fjallkaffe.example.com'],
    'end trial of lukas weber at once': ['> Lukas Weber · Cancel subscription at once lukas.weber@hafenkontor.exam'],
    'last login ana ruiz': ['> Ana Ruiz'],
    'listino ana ruiz': ['Listino', 'Listino', 'Listino'],
    'log her out': [],
    'payments 50+': ['> Payments Amount: from 50,00'],
    'payments around 20 eur': ['> Payments Amount: from 18,00 to 22,00 €'],
    'payments of 50€+': ['> Payments Amount: from 50,00 €'],
    'payments to approve': ['> Customers Status: waiting bank transfer approval'],
    'pending bank transfers': [
      '> Customers Status: waiting bank transfer approval',
      'Mark an abuse report pending… bank transfers',
      'Set the status of an abuse report… — pending bank transfers',
    ],
    'refund 5 ana ruiz duplicate charge': [
      'Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 € ana. (not used: duplicate, charge)',
    ],
    'refund 5 ana ruiz for the outage': ['Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 €, the'],
    'refund 5 ana.ruiz@cafesol.example.com duplicate charge': [
      'Payments of Ana Ruiz — Café Sol ana.ruiz@cafesol.example.com (not used: refund)',
      'Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 € ana. (not used: duplicate, charge)',
      'Ana Ruiz (not used: refund, 5, duplicate, charge)',
    ],
    'refund 5 ana.ruiz@cafesol.example.com marco leite': [
      'Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 € ana. (not used: marco, leite)',
      'Ana Ruiz (not used: refund, 5, marco, leite)',
    ],
    'refund 5 ana.ruiz@cafesol.example.com tomorrow': [
      'Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 € ana. (not used: tomorrow)',
      'Ana Ruiz (not used: refund, 5, tomorrow)',
    ],
    'refund ana ruiz 5 duplicate charge': [
      'Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 € ana. (not used: duplicate, charge)',
    ],
    'refund ana.ruiz@cafesol.example.com goodwill': [
      'Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) ana.ruiz@cafe (not used: goodwill)',
      'Ana Ruiz (not used: refund, goodwill)',
    ],
    'stop billing ana ruiz': ['> Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.'],
    'stop the listino code of ana ruiz': [
      'Listino · Change the status of a QR code — Stopped yuza7j',
      'Listino · Change the status of a QR code — Stopped 3nvx2b',
      'Listino · Change the status of a QR code — Stopped cafesol-6xs6vj',
    ],
    'transfer listino of ana ruiz to marco leite': [
      'Listino · Transfer a QR code to another customer — to marco leite yuza',
      'Listino · Transfer a QR code to another customer — to marco leite 3nvx',
      'Listino · Transfer a QR code to another customer — to marco leite cafe',
    ],
    'update payment method ana ruiz': ['Ana Ruiz'],
  },
}
