import type { WordInput } from '../../../src/contract/words.ts'
import type { Queries } from './query-kinds.ts'

/** What the team of the tests has added. */
export const teamWords: readonly WordInput[] = [
  { word: 'devolver', meaning: 'refund' },
  { word: 'dar de baja', meaning: 'cancel' },
  { word: 'moroso', meaning: 'past due' },
  { word: 'kunde', meaning: 'customer' },
  { word: 'desbanear', meaning: 'unban' },
  // The first name of a customer.
  { word: 'beatriz', meaning: 'banned customers' },
]

/** Words that people use, the palette's own and those that a team has added. */
export const ofTeamWords: Queries = {
  'synonyms stand beside what they name': {
    churned: ['> Customers Canceled: 20-05-2022 / 18-11-2026'],
    overdue: ['> Customers Status: past due'],
    'overdue customers': ['> Customers Status: past due'],
    'free customers': ['> Customers Status: trialing', 'Feedback'],
    'free trials': ['> Customers Status: trialing', 'Extend trial… trials'],
    'paying customers': ['> Customers Status: active'],
    'paying customers in spain': ['> Customers Status: active · Country: Spain'],
    chargeback: ['> Payments Disputed: any dispute'],
    chargebacks: ['> Payments Disputed: any dispute'],
    'give back ana.ruiz@cafesol.example.com': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) ana.ruiz@cafe',
      'Ana Ruiz · Refund another payment… ana.ruiz@cafesol.example.com',
    ],
    'give back 5 ana ruiz': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 € ana.',
      'Ana Ruiz · Refund another payment… — 5 ana.ruiz@cafesol.example.com',
    ],
    'close the account of ana ruiz': ['> ✗ Ana Ruiz · Erase personal data ana.ruiz@cafesol.example.com'],
  },
  'words of the team': {
    playbooks: ['> Playbooks', 'Settings'],
    macros: ['> Playbooks'],
    'new playbook': ['> Make playbook…'],
    'make a playbook': ['> Make playbook…'],
    words: ['> Words of the team', 'New word of the team'],
    synonyms: ['> Words of the team'],
    'team words': ['> Words of the team', 'New word of the team'],
    devolver: ['> Refund…', "Refund another of a customer's payments…", 'Payments'],
    'devolver 5 ana.ruiz@cafesol.example.com': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 € ana.',
      'Ana Ruiz · Refund another payment… — 5 ana.ruiz@cafesol.example.com',
    ],
    'ana ruiz devolver': ['> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) ana.ruiz@cafe'],
    'dar de baja ana ruiz': ['> Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.'],
    'stopped moroso': ['Customers Name: stopped · Status: past due'],
    'export moroso customers': ['> Export as CSV: Customers · 2 found · Status: past due'],
    'ana ruiz: devolver': ['Ana Ruiz (not used: devolver)'],
    '‘devolver’ ana ruiz': ['Ana Ruiz (not used: devolver)'],
    'devolver@cafesol.example.com': [],
    'devolver dar de baja ana ruiz': [
      'Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) ana.ruiz@cafe',
      'Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.',
    ],
    beatriz: ['Beatriz Verduzco Caballero', 'Customers Account: banned'],
    'beatriz in spain': ['Customers Account: banned · Country: Spain'],
    'ban beatriz': ['Act on all 4 customers · Account: banned… — ban'],
    'devolver now ana ruiz': ['> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) ana.ruiz@cafe'],
    'moroso customers': ['> Customers Status: past due'],
    'moroso kunde': ['> Customers Status: past due'],
    'kunde 1': ['> Ana Ruiz', 'Payments Customer #1', 'QR codes Customer #1'],
    'desbanear ana ruiz': ['> ✗ Unban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'devolver ana ruiz xyzzy': ['Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) ana.ruiz@cafe (not used: xyzzy)'],
    '‘devolver’ means cancel': ['> New word of the team ‘devolver’ means cancel', 'Cancel subscription at period end… devolver means'],
    'reembolso means refund': ['> New word of the team ‘reembolso’ means refund', 'Refund… reembolso means'],
  },
}
