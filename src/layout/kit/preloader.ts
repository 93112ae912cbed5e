/** The documented time; the preloader may go sooner if the console is ready. */
const maxWait = 2500

export function removePreloader() {
  document.querySelector('#preloader')?.remove()
}

/** Takes it out of the page after 2500 ms, whatever happens. */
export function limitPreloader() {
  setTimeout(removePreloader, maxWait)
}
