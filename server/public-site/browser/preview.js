import { showQr } from './content.js'

/**
 * The one script of the public pages. In a frame it tells the console that it is ready and shows the data that it is sent, by
 * the console alone; anywhere else it shows the data that came with the page.
 */
const main = document.querySelector('main')
const { consoleOrigins = '', qr = '' } = main.dataset

if (window.parent !== window) askConsole(consoleOrigins.split(' ').filter(Boolean))
else if (qr !== '') showQr(main, JSON.parse(qr))

function askConsole(origins) {
  // The frame is told who holds it (its referrer policy is 'origin'); whoever it is, only the console's own origins count.
  const holder = URL.canParse(document.referrer) ? new URL(document.referrer).origin : null
  const origin = origins.includes(holder) ? holder : origins[0]
  if (origin === undefined) return
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== origin || event.data?.type !== 'QR_PREVIEW') return
    showQr(main, event.data.data)
  })
  window.parent.postMessage({ type: 'QR_PREVIEW_READY' }, origin)
}
