/** The documented time; the preloader may go sooner if the console is ready. */
const maxWait = 2500

/** Hides the preloader of index.html. */
export function hidePreloader() {
  document.querySelector('#preloader')?.setAttribute('hidden', '')
}

/** Hides the preloader after 2500 ms, whatever happens. */
export function limitPreloader() {
  setTimeout(hidePreloader, maxWait)
}
