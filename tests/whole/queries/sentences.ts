import type { Queries } from './queries.ts'

/** Values, reasons, shares and several records in one sentence, and domains from wherever one is. */
export const ofSentences: Queries = {
  'values for a form': {
    'change email of ana.ruiz@cafesol.example.com to ana@new.example': [
      '> Ana Ruiz · Change e-mail — ana@new.example ana.ruiz@cafesol.example.co',
    ],
    'change email of ana ruiz to ana@new.example': ['> Ana Ruiz · Change e-mail — ana@new.example ana.ruiz@cafesol.example.co'],
    'ana ruiz change e-mail to ana@new.example': ['> Ana Ruiz · Change e-mail — ana@new.example ana.ruiz@cafesol.example.co'],
    'change e-mail ana.ruiz@cafesol.example.com': ['> Ana Ruiz · Change e-mail ana.ruiz@cafesol.example.com'],
    'copy email ana.ruiz@cafesol.example.com': ['> Ana Ruiz · Copy e-mail ana.ruiz@cafesol.example.com'],
    'set vat number ESB12345678 ana.ruiz@cafesol.example.com': ['> Ana Ruiz · Change VAT number — ESB12345678 ana.ruiz@cafesol.example.co'],
    'vat number ana.ruiz@cafesol.example.com ESB12345678': ['> Ana Ruiz · Change VAT number — ESB12345678 ana.ruiz@cafesol.example.co'],
    'note ana ruiz: asked for a discount, call back monday': ['> Ana Ruiz · Edit the note — asked for a discount, call back monday ana.'],
    'add note: called, wants refund': ['> Write or edit the note… — called, wants refund'],
    'add note "called today" ana.ruiz@cafesol.example.com': ['> Ana Ruiz · Edit the note — called today ana.ruiz@cafesol.example.com'],
    'add note ana.ruiz@cafesol.example.com called today': [
      'Ana Ruiz · Edit the note ana.ruiz@cafesol.example.com (not used: called, today)',
      'Ana Ruiz (not used: add, note, called, today)',
    ],
    'set qr limit 500 ana.ruiz@cafesol.example.com': ['> Ana Ruiz · Change QR code limit — 500 ana.ruiz@cafesol.example.com'],
    'raise limit to 500 ana.ruiz@cafesol.example.com': ['> Ana Ruiz · Change QR code limit — 500 ana.ruiz@cafesol.example.com'],
    'set limit 0 ana ruiz': ['> ✗ Ana Ruiz · Change QR code limit — 0 ana.ruiz@cafesol.example.com'],
    'change address ana ruiz': [
      '> Ana Ruiz · Edit billing data ana.ruiz@cafesol.example.com',
      'Ana Ruiz · Change VAT number ana.ruiz@cafesol.example.com',
    ],
    'change address to Calle Mayor 5': ['Change the uri of a QR code… Calle Mayor (not used: 5)'],
    'email: ana.ruiz@cafesol.example.com': [
      '> Ana Ruiz',
      'Ana Ruiz · E-mail activity ana.ruiz@cafesol.example.com',
      'Ana Ruiz · Change e-mail ana.ruiz@cafesol.example.com',
    ],
  },
  'shares, words for numbers and reasons': {
    'refund 50% ana ruiz': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 19,95 € ana',
      'Ana Ruiz · Refund another payment… — 50% ana.ruiz@cafesol.example.com',
    ],
    'half refund ana ruiz': ['> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 19,95 € ana'],
    'refund the rest ana ruiz': ['> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — Full refund'],
    'refund five euros ana.ruiz@cafesol.example.com': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 € ana.',
      'Ana Ruiz · Refund another payment… — 5 euros ana.ruiz@cafesol.example.',
    ],
    'extend trial two weeks ana.ruiz@cafesol.example.com': ['> ✗ Ana Ruiz · Extend trial — 14 days ana.ruiz@cafesol.example.com'],
    'extend trial ana ruiz one month': ['> ✗ Ana Ruiz · Extend trial — 1 month ana.ruiz@cafesol.example.com'],
    'extend trial +7 ana ruiz': ['> ✗ Ana Ruiz · Extend trial — 7 days ana.ruiz@cafesol.example.com'],
    'refund ana ruiz $10': [
      '> ✗ Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — $10 ana.rui',
      'Ana Ruiz · Refund another payment… — $10 ana.ruiz@cafesol.example.com',
    ],
    'refund ana ruiz 5€ (wrong plan)': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 €, wro',
      'Ana Ruiz · Refund another payment… — 5€, wrong plan ana.ruiz@cafesol.e',
    ],
    'refund ana ruiz 5€ - wrong plan': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 €, wro',
      'Ana Ruiz · Refund another payment… — 5€, wrong plan ana.ruiz@cafesol.e',
    ],
    'unban ana.ruiz@cafesol.example.com — paid by bank, mistake': [
      '✗ Unban Ana Ruiz ana.ruiz@cafesol.example.com (not used: paid, bank, mistake)',
      'Ana Ruiz (not used: unban, paid, bank,, mistake)',
    ],
    'unban ana ruiz because paid': ['✗ Unban Ana Ruiz ana.ruiz@cafesol.example.com (not used: because, paid)'],
    'ban Ana Ruiz — Café Sol': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'Ana Ruiz: refund 5': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) — 5,00 € ana.',
      'Ana Ruiz · Refund another payment… — 5 ana.ruiz@cafesol.example.com',
    ],
    'ban customer: ana ruiz': ['> Ban Ana Ruiz ana.ruiz@cafesol.example.com'],
  },
  'several by one verb': {
    'ban ana ruiz, lukas weber': ['> Act on all 2 customers… — ban', 'Ana Ruiz', 'Lukas Weber'],
    'refund ana ruiz and lukas weber': [
      'Go through these 2 records (not used: refund)',
      'Ana Ruiz (not used: refund)',
      'Lukas Weber (not used: refund)',
    ],
    'ban ana.ruiz@cafesol.example.com and curt rosbach': [
      'Act on this customer… — ban',
      'Ana Ruiz',
      'curt rosbachnot found, or several of this name',
    ],
    'extend trial 12 13 by 3 days': ['> Act on all 2 customers… — extend trial 3 days', 'Elin Lindqvist', 'Mads Jensen'],
    'cancel 12 and 13': [
      'Go through these 2 records (not used: cancel)',
      'Elin Lindqvist (not used: cancel)',
      'Mads Jensen (not used: cancel)',
    ],
    'stop cafe-sol-menu and 8eezgd': ['> Act on all 2 QR codes… — stop', 'Carta Café Sol', 'Table 2 28'],
    'refund ana.ruiz@cafesol.example.com and ban lukas.weber@hafenkontor.example.com': [
      'Go through these 2 records (not used: refund, ban)',
      'Ana Ruiz (not used: refund, ban)',
      'Lukas Weber (not used: refund, ban)',
    ],
  },
  'domains and all codes from anywhere': {
    'block evil.example': [
      '> Blocked domains · Block a domain — evil.example',
      'Change the status of a QR code… — Blocked evil.example',
      'Ban <script>alert(1)</script> "; DROP TABLE customers; -- hostile@evil',
    ],
    'blacklist evil.example': [
      '> Blocked domains · Block a domain — evil.example',
      "Send a QR code's domain to the blacklist… evil.example",
    ],
    'whitelist leite.example': ['> Allowed domains · Allow a domain — leite.example', 'Whitelist… leite.example'],
    'allow domain leite.example': [
      '> Allowed domains · Allow a domain — leite.example',
      'Edit a domain of the list… — leite.example allow',
    ],
    'unblock evil.example': [
      'Change the status of a QR code… — Active evil.example',
      '✗ Unban <script>alert(1)</script> "; DROP TABLE customers; -- hostile@ev',
      'Unban… evil.example',
    ],
    'transfer all qrs of ana ruiz to lukas weber': ['> Ana Ruiz — Café Sol · Transfer all QR codes of a customer, on the cust'],
    'move all qrs from ana ruiz to lukas weber': ['> Ana Ruiz — Café Sol · Transfer all QR codes of a customer, on the cust'],
    'activate all qrs of ana ruiz': ['> Ana Ruiz — Café Sol · Activate all QR codes of a customer, on the cust'],
    'transfer 12 to 13': ['> Table 2 28 · Transfer — to 13 8eezgd'],
  },
  'what else people call it': {
    'cancel ana ruiz right now': ['> Ana Ruiz · Cancel subscription at once ana.ruiz@cafesol.example.com'],
    'cancel sub ana ruiz': [
      '> Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.',
      'Ana Ruiz · Cancel subscription at once ana.ruiz@cafesol.example.com',
    ],
    'terminate ana ruiz': ['> Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.'],
    'cancel discount of ana.ruiz@cafesol.example.com': ['> ✗ Ana Ruiz · Remove the discount ana.ruiz@cafesol.example.com'],
    'cancel ban of ana.ruiz@cafesol.example.com': ['> ✗ Unban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'ban cancel ana.ruiz@cafesol.example.com': [
      'Ban Ana Ruiz ana.ruiz@cafesol.example.com (not used: cancel)',
      'Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example. (not used: ban)',
      'Ana Ruiz (not used: ban, cancel)',
    ],
    'un-ban ana ruiz': ['> ✗ Unban Ana Ruiz ana.ruiz@cafesol.example.com'],
    'reset 2fa ana ruiz': ['> Ana Ruiz · Disable two-factor verification ana.ruiz@cafesol.example.co'],
    'apply coupon to ana ruiz': ['> ✗ Ana Ruiz · Attach a discount ana.ruiz@cafesol.example.com'],
    'ana ruiz wants to cancel': ['> Ana Ruiz · Cancel subscription at period end ana.ruiz@cafesol.example.'],
    'ana.ruiz@cafesol.example.com asks for a refund': [
      '> Ana Ruiz · Refund the last payment (39,90 €, 04-11-2026) ana.ruiz@cafe',
      'Ana Ruiz · Refund another payment… ana.ruiz@cafesol.example.com',
    ],
    'change plan to business': [],
    'switch ana ruiz to pro': ['Ana Ruiz (not used: switch, to, pro)'],
    'who is online': [],
    'what did sam refund': ['Audit trail of Sam Okafor sam@quaydesk.test, role 2: limited access · '],
    'cancel lukas weber in december': ['Lukas Weber · Cancel subscription at period end lukas.weber@hafenkonto (not used: december)'],
  },
}
