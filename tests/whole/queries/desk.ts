import type { Queries } from './query-kinds.ts'

/** Owners beside their records, reports, colleagues and one's own account. */
export const ofDesk: Queries = {
  'whose it is': {
    'block n9ranw of ana': [
      '> Gebrauchsanweisung 20 · Change status — Blocked n9ranw, Ana Ruiz, ana.',
      'Gebrauchsanweisung 20 · Send www.cafesol.example to the blacklist n9ra',
    ],
    'block n9ranw of ana ruiz': [
      '> Gebrauchsanweisung 20 · Change status — Blocked n9ranw, Ana Ruiz, ana.',
      'Gebrauchsanweisung 20 · Send www.cafesol.example to the blacklist n9ra',
    ],
    'block n9ranw of lukas weber': [
      'Gebrauchsanweisung 20 · Change status — Blocked n9ranw (not used: lukas, weber)',
      'Gebrauchsanweisung 20 · Send www.cafesol.example to the blacklist n9ra (not used: lukas, weber)',
      'Gebrauchsanweisung 20 (not used: block, lukas, weber)',
    ],
    'block cafe-sol-menu of ana': ['> Carta Café Sol · Change status — Blocked cafe-sol-menu, Ana Ruiz, ana.'],
    'block cafe-sol-menu of lukas': ['Carta Café Sol · Change status — Blocked cafe-sol-menu (not used: lukas)'],
    'stop cafe-sol-menu of ana ruiz': ['> Carta Café Sol · Change status — Stopped cafe-sol-menu, Ana Ruiz, ana.'],
    'transfer n9ranw of ana ruiz to lukas weber': ['> Gebrauchsanweisung 20 · Transfer — to lukas weber n9ranw, Ana Ruiz, an'],
    "edit ana ruiz's qr": [
      'Ana Ruiz · Edit customer ana.ruiz@cafesol.example.com (not used: qr)',
      'QR codes of Ana Ruiz — Café Sol ana.ruiz@cafesol.example.com (not used: edit)',
    ],
    'edit invoice of ana ruiz': [
      'Ana Ruiz · Edit customer ana.ruiz@cafesol.example.com (not used: invoice)',
      'Invoices of Ana Ruiz — Café Sol ana.ruiz@cafesol.example.com (not used: edit)',
    ],
  },
  'what is left unused': {
    'refund 39,90 visa': ['Refund… — 39,90 (not used: visa)', "Refund another of a customer's payments… — 39,90 (not used: visa)"],
    'refund 39,90 visa ana ruiz': [
      'Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 39,90 € ana (not used: visa)',
      'Payments Amount: 39,90 (not used: refund, visa, ana, ruiz)',
    ],
    'ban ana ruiz klarna': ['Ban Ana Ruiz ana.ruiz@cafesol.example.com (not used: klarna)'],
    'ban evil.example': ['> Ban… evil.example', 'Ban <script>alert(1)</script> "; DROP TABLE customers; -- hostile@evil'],
    'export all': ['> Export all personal data of the customer…'],
    'export everything': ['Export all personal data of the customer… (not used: everything)'],
    'customers without qrs': ['Customers  (not used: without, qrs)'],
    'customers in spain and france': ['Customers Country: Spain (not used: france)', 'Customers Country: France (not used: spain)'],
    'not now': [],
    'cancel ana later': [
      'Cancel subscription at period end… ana (not used: later)',
      'Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example. (not used: later)',
      '✗ Beatriz Verduzco Caballero · Cancel subscription at period end b.verdu (not used: later)',
    ],
    'cancel ana ruiz later': ['Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example. (not used: later)'],
    'cancel ana ruiz not now': ['Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example. (not used: not, now)'],
    'ban ana ruiz later': ['Ban Ana Ruiz ana.ruiz@cafesol.example.com (not used: later)'],
  },
  'reports, copies and new colleagues': {
    reject: ['> Mark an abuse report finished…'],
    dismiss: ['> Mark an abuse report finished…'],
    'reject report 3': ['> ✗ https://www.cafesol.example/ · Mark finished #3, finished, reported by'],
    'dismiss report 2': ['> https://www.cafesol.example/boutique/été · Mark finished #2, pending, '],
    'block report 2': ['> ✗ https://www.cafesol.example/boutique/été · Block the reported QR code '],
    'unblock report 2': [
      'https://www.cafesol.example/boutique/été · Mark finished #2, pending,  (not used: unblock)',
      'https://www.cafesol.example/boutique/été · Set the status of the repor (not used: unblock)',
      '✗ https://www.cafesol.example/boutique/été · Mark pending #2, pending, r (not used: unblock)',
    ],
    'copy id of n9ranw': ['> Gebrauchsanweisung 20 · Copy id n9ranw', 'Gebrauchsanweisung 20 · Copy owner id n9ranw'],
    'copy customer id n9ranw': ['> Gebrauchsanweisung 20 · Copy owner id n9ranw'],
    'copy customer id of payment 20': ['> Payment 20 · Copy owner id QD-0000020, ana.ruiz@cafesol.example.com'],
    'copy customer id invoice 63': [
      'Invoice 63 · Copy owner id 2026-000031, 03-03-2026, customer 10',
      'Invoice 334 · Copy owner id 2026-000063, 27-04-2026, customer 48',
    ],
    'copy customer id ana ruiz': [
      '> Ana Ruiz · Copy id ana.ruiz@cafesol.example.com',
      'Ana Ruiz · Copy provider id ana.ruiz@cafesol.example.com',
    ],
    'add staff tom@example.com': ['> Add a staff account — tom@example.com'],
    'invite colleague tom@example.com': ['> Add a staff account — tom@example.com'],
    'add staff tom': ['Add a staff account (not used: tom)'],
  },
  'colleagues and one’s own account': {
    'disable sam': [
      'Sam Okafor · Switch off sam@quaydesk.test, role 2: limited access',
      'Change the status of a QR code… — Stopped sam',
      'Switch off… sam',
    ],
    'disable sam okafor': ['> Sam Okafor · Switch off sam@quaydesk.test, role 2: limited access'],
    'deactivate sam@quaydesk.test': ['> Sam Okafor · Switch off sam@quaydesk.test, role 2: limited access'],
    'switch off sam': [
      'Sam Okafor · Switch off sam@quaydesk.test, role 2: limited access',
      'Change the status of a QR code… — Stopped sam',
      'Switch off… sam',
    ],
    'switch off sam okafor': ['> Sam Okafor · Switch off sam@quaydesk.test, role 2: limited access'],
    'suspend sam okafor': ['> Sam Okafor · Switch off sam@quaydesk.test, role 2: limited access'],
    'switch on sam okafor': ['> ✗ Sam Okafor · Switch on sam@quaydesk.test, role 2: limited access'],
    'reactivate sam': [
      '✗ Sam Okafor · Switch on sam@quaydesk.test, role 2: limited access',
      'Change the status of a QR code… — Active sam',
      'Resume subscription… sam',
    ],
    'switch off n9ranw': ['> Gebrauchsanweisung 20 · Change status — Stopped n9ranw'],
    'suspend ana ruiz': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'my account': ['> Your account'],
    'my passkeys': ['> Your account'],
    'my sessions': ['> Your account', 'End all my other sessions'],
    'my devices': ['> Your account', 'End all my other sessions'],
    'my recovery codes': ['> Your account'],
    'end all my sessions': ['> End all my other sessions'],
    'sign out everywhere else': ['> End all my other sessions', 'End all sessions… else'],
    'sign out everywhere': ['End all sessions… staff@example.com'],
    'resend invitation': ['> Send an invitation again…'],
  },
}
