/** The documented time; the preloader may go sooner if the console is ready. */
const maxWait = 2500

/** Takes the preloader of index.html out of the page. */
export function removePreloader() {
  document.querySelector('#preloader')?.remove()
}

/** The same after 2500 ms, whatever happens. */
export function limitPreloader() {
  setTimeout(removePreloader, maxWait)
}
