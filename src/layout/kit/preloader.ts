/** The documents give the preloader this long; the console need not keep people waiting when it is ready before. */
const longest = 2500

/** Takes the preloader of index.html away. */
export function hidePreloader() {
  document.querySelector('#preloader')?.setAttribute('hidden', '')
}

/** Sees to it that the preloader is gone after 2500 ms, whatever happens. */
export function limitPreloader() {
  setTimeout(hidePreloader, longest)
}
