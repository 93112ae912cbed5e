import type { Queries } from './query-kinds.ts'

/** Texts that say what to do, with arguments and records in any order. */
export const ofVerbs: Queries = {
  verbs: {
    ban: ['> Ban…'],
    refund: ['> Refund…', "Refund another of a customer's payments…", 'Payments'],
    note: ['> Write or edit the note…', 'Add a note…', 'Delete the note…'],
    cancel: ['> Cancel subscription at period end…', 'Cancel subscription immediately…', 'Cancel a subscription at once…'],
    'extend trial': ['> Extend trial…'],
    'log in as': ['> Log in as customer…', 'Log in to the app as the invited user…'],
    block: ['> Change the status of a QR code… — Blocked', 'Ban…', "Send a QR code's domain to the blacklist…"],
    whitelist: ['> Whitelist…', 'Allowed domains'],
    discount: ['Attach a discount…', 'Remove the discount…'],
    sync: ['> Sync with the payment provider…'],
    transfer: ['> Transfer a QR code to another customer…', 'Transfer folders to another customer…'],
  },
  'verbs with arguments': {
    'refund 10': ['> Refund… — 10'],
    'refund 12,50': ['> Refund… — 12,50'],
    'extend trial 7': ['> Extend trial… — 7 days'],
    'discount 20': ['> Attach a discount… — 20 %'],
    'refund 1.234,50': ['> ✗ Refund… — 1.234,50'],
    'refund ten': ['> Refund… — 10'],
    'extend trial 31-02-2027': ['Extend trial… (not used: 31-02-2027)'],
  },
  'verbs with records': {
    'ban ana.ruiz@cafesol.example.com': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'ban ana ruiz': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'extend trial 7 2': ['Lukas Weber · Extend trial — 7 days lukas.weber@hafenkontor.example.co', 'Extend trial… — 2 days 7'],
    'block cafe-sol-menu': [
      '> Carta Café Sol · Change status — Blocked cafe-sol-menu',
      '✗ Carta Café Sol · Send its domain to the blacklist cafe-sol-menu',
    ],
    'note ana': [
      '> Write or edit the note… ana',
      'Ana Ruiz · Edit the note ana.ruiz@cafesol.example.com',
      'Beatriz Verduzco Caballero · Write a note b.verduzcocaballero@mail.ana',
    ],
    'ban cancel': ['✗ Ban… (not used: cancel)', '✗ Cancel subscription at period end… (not used: ban)'],
    'cancel lukas': ['> Lukas Weber · Cancel subscription at period end lukas.weber@hafenkonto'],
  },
  commands: {
    dark: ['> Switch to dark mode', 'Aaron Sawayn-Mertz'],
    'sign out': ['> Log out', 'End all sessions…'],
    shortcuts: ['> View shortcuts', 'Customize shortcuts', 'Switch single-letter keys off or on'],
    keyboard: ['> View shortcuts', 'Customize shortcuts', 'Switch single-letter keys off or on'],
    undo: ['> Undo my last change', 'Undo history'],
  },
  'verbs: order is free': {
    'refund 5,50 ana.ruiz@cafesol.example.com': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,50 € ana.',
      'Ana Ruiz · Refund another payment… — 5,50 ana.ruiz@cafesol.example.com',
    ],
    'ana.ruiz@cafesol.example.com refund 5,50': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,50 € ana.',
      'Ana Ruiz · Refund another payment… — 5,50 ana.ruiz@cafesol.example.com',
    ],
    '10 refund ana.ruiz@cafesol.example.com': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 10,00 € ana',
      'Ana Ruiz · Refund another payment… — 10 ana.ruiz@cafesol.example.com',
    ],
    '10 refund': ['> Refund… — 10'],
    'refund ana.ruiz@cafesol.example.com 10 €': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 10,00 € ana',
      'Ana Ruiz · Refund another payment… — 10 € ana.ruiz@cafesol.example.com',
    ],
    'refund EUR 5 ana.ruiz@cafesol.example.com': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 € ana.',
      'Ana Ruiz · Refund another payment… — EUR 5 ana.ruiz@cafesol.example.co',
    ],
    '7 days extend trial 2': ['> Lukas Weber · Extend trial — 7 days lukas.weber@hafenkontor.example.co'],
    '2 extend trial 7 days': ['> Lukas Weber · Extend trial — 7 days lukas.weber@hafenkontor.example.co'],
    'please ban ana.ruiz@cafesol.example.com': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'could you ban ana.ruiz@cafesol.example.com please': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
    '1 ban': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'ban customer 1': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'ban #1': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'ban id 1': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'note for ana.ruiz@cafesol.example.com': [
      '> Ana Ruiz · Edit the note ana.ruiz@cafesol.example.com',
      'Ana Ruiz · Add a note ana.ruiz@cafesol.example.com',
      'Ana Ruiz · Delete the note ana.ruiz@cafesol.example.com',
    ],
    'cafe-sol-menu block': [
      '> Carta Café Sol · Change status — Blocked cafe-sol-menu',
      '✗ Carta Café Sol · Send its domain to the blacklist cafe-sol-menu',
    ],
    'trial 7 2': ['Lukas Weber · Extend trial — 7 days lukas.weber@hafenkontor.example.co', 'Extend trial… — 2 days 7'],
  },
  'several meanings of a number': {
    '20': ['> Someone Else', 'Invoice 20', 'Payment 20: 39,90 €'],
    '79': ['> Giuliana Kosenkow', 'Invoice 79', 'Payment 79: 19,95 €'],
    'refund 4711': ['Refund… — 4711'],
    'extend trial 4999': ['Extend trial… 4999'],
    'refund 5 4': [
      'Camille Moreau · Refund the last payment (19,95 €, 29-05-2026) — 5,00 ',
      'Camille Moreau · Refund another payment… — 5 camille.moreau@atelierlun',
      'Payment 4 · Refund — 5,00 € QD-0000004, ana.ruiz@cafesol.example.com',
    ],
    'extend trial 7 2': ['Lukas Weber · Extend trial — 7 days lukas.weber@hafenkontor.example.co', 'Extend trial… — 2 days 7'],
    'whitelist 3': [
      '> Olivia Hughes · Add to the whitelist olivia.hughes@greenfern.example.c',
      'Carta Café Sol · Whitelist a QR code cafe-sol-menu',
    ],
    'block 1': [
      'Ban Ana Ruiz ana.ruiz@cafesol.example.com',
      '菜单 · Change the status of a QR code — Blocked xmtyte',
      "菜单 · Send a QR code's domain to the blacklist xmtyte",
    ],
    'order 1': ['> Payment 1: 1,00 €'],
    'order no. 20': ['> Payment 20: 39,90 €'],
    'payment 20': ['> Payment 20: 39,90 €'],
    '#20': ['> Someone Else', 'Invoice 20', 'Payment 20: 39,90 €'],
  },
}
