import { capitalise, statusWords } from '../../contract/status-words.ts'

const short: Readonly<Record<string, string>> = { qr: 'QR', csv: 'CSV', api: 'API', pdf: 'PDF' }

/** What a customer did in the app, 'qr_created', as 'QR created'. The app has more events than we know. */
export const eventLabel = (event: string): string =>
  capitalise(statusWords(event).replace(/\b(qr|csv|api|pdf)\b/g, (word) => short[word] ?? word))
