import type { Random } from './random.ts'

/** Values that break careless code: markup, spreadsheet formulas, SQL, look-alike and invisible characters. */
export const hostileTexts = [
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.example","x")',
  '+1+1',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(A1)',
  '"; DROP TABLE customers; --',
  "Robert'); --",
  '<img src=x onerror=alert(1)>',
  '{{7*7}} ${7*7} %s %00',
  '100% _real_ \\ backslash',
  '../../etc/passwd',
  '🎉🥐👩‍👩‍👧‍👦 Émoji & Söhne',
  'abc\u202Egpj.exe',
  'zero\u200Bwidth\u00A0space',
  'العربية mixed with English',
  'javascript:alert(1)',
] as const

/** Text without a line break opportunity. */
export const unbrokenText = `Donaudampfschifffahrt${'elektrizitätenhauptbetriebswerk'.repeat(4)}bauunterbeamtengesellschaft`

const sentences = [
  'Called about the invoice, sent it again by e-mail.',
  'Wants a refund for the last month; told them about the terms.',
  'Prints on glass doors: asked for a larger quiet zone.',
  'Very happy with the menu codes, may upgrade before summer.',
  'Do not offer another trial.',
  'Asked for a discount, 25 % until March.',
  'Speaks Spanish only. Best reached in the morning.',
  'Moved from a competitor with 400 codes; imported on the phone.',
  'The card was stolen, new card from next month.',
  'Reported slow scans on the 12th. It was their own site.',
  'Legal department asks for a data processing agreement.',
  'Duplicate account, see the other one before changing anything.',
  'Will cancel when the season ends, usually comes back in April.',
  'Prefers bank debit. Allowed by Marta.',
  'Suspicious targets, keep an eye on the next codes.',
] as const

/** A staff note: mostly a line or two, sometimes thousands of characters with line breaks. */
export function drawNote(random: Random): string {
  const length = random.weighted([
    [1, 50],
    [2, 25],
    [4, 15],
    [12, 8],
    [60, 2],
  ] as const)
  const lines: string[] = []
  for (let i = 0; i < length; i++) lines.push(random.chance(0.02) ? random.pick(hostileTexts) : random.pick(sentences))
  return lines.join(length > 3 && random.chance(0.6) ? '\n' : ' ')
}

const opinions = [
  'Too expensive for the few codes we need.',
  'We only needed it for one event.',
  'The editor is great, but I miss folders in folders.',
  'I did not know that the trial would renew.',
  'Found another tool that does the same for less.',
  'Muy buena herramienta, volveré el próximo verano.',
  'Der Support hat schnell geantwortet, danke!',
  'Le design des menus est limité.',
  'Business closed.',
  'Statistics do not show the city.',
  'QR of the menu did not open on some phones, and our guests had to ask for the printed one every evening of the week.',
  '',
] as const

/** Feedback of a leaving customer. */
export function drawOpinion(random: Random): string {
  if (random.chance(0.03)) return random.pick(hostileTexts)
  const parts = Array.from(
    {
      length: random.weighted([
        [1, 70],
        [2, 20],
        [5, 8],
        [30, 2],
      ] as const),
    },
    () => random.pick(opinions),
  )
  return parts.join(' ').trim()
}

export const feedbackReasons = [
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'customer_service',
  'too_complex',
  'low_quality',
  'other',
  'too_expensive,missing_features',
  'unused,other',
  'other: our franchise moved all of its locations to the head office’s contract, which includes codes, screens, printing and support, so that the account of this branch is not needed',
] as const

const qrNames = [
  'Menu',
  'Summer menu',
  'Wine list',
  'Wi-Fi guests',
  'Business card',
  'Flyer 2025',
  'Flyer spring',
  'Poster bus stop',
  'Product sheet',
  'Instructions',
  'Catalogue',
  'Reviews',
  'Instagram',
  'Booking',
  'Table 1',
  'Table 2',
  'Table 7',
  'Window',
  'Reception',
  'Room service',
  'Warranty',
  'Spare parts',
  'Safety data sheet',
  'Carta',
  'Carta de vinos',
  'Tarjeta',
  'Folleto',
  'Reservas',
  'Speisekarte',
  'Visitenkarte',
  'Gebrauchsanweisung',
  'Carte des vins',
  'Dépliant',
  'Listino',
  'Volantino',
  'Cardápio',
  'Μενού',
  'Меню',
  'メニュー',
  '菜单',
  'قائمة الطعام',
  'Event check-in',
  'Playlist bar',
  'Coupon -20%',
  'Newsletter',
  'App download',
  'Parking',
  'Museum room 3',
] as const

/** A QR's name; some have none. */
export function drawQrName(random: Random): string {
  if (random.chance(0.06)) return ''
  if (random.chance(0.002)) return random.pick(hostileTexts)
  const name = random.pick(qrNames)
  return random.chance(0.4) ? `${name} ${random.int(1, 40)}` : name
}

export const folderNames = [
  'Restaurant',
  'Madrid',
  'Barcelona',
  'Campaign spring',
  'Campaign autumn',
  'Clients',
  'Old',
  'Print',
  'Events 2025',
  'Events 2026',
  'Products',
  'Team',
  'Küche',
  'Été',
  'メニュー',
  '<b>Bold</b>',
] as const
