import { showQr } from './content.js'

/**
 * The public pages' only script. In a frame it reports ready to the console and shows the data it receives from there;
 * otherwise it shows the page's own data.
 */
const main = document.querySelector('main')
const { consoleOrigins = '', qr = '' } = main.dataset

if (window.parent !== window) askConsole(consoleOrigins.split(' ').filter(Boolean))
else if (qr !== '') showQr(main, JSON.parse(qr))

function askConsole(origins) {
  // The frame knows its parent from the referrer (its policy is 'origin'), but only the console's origins are accepted.
  const holder = URL.canParse(document.referrer) ? new URL(document.referrer).origin : null
  const origin = origins.includes(holder) ? holder : origins[0]
  if (origin === undefined) return
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== origin || event.data?.type !== 'QR_PREVIEW') return
    showQr(main, event.data.data)
  })
  window.parent.postMessage({ type: 'QR_PREVIEW_READY' }, origin)
}
