/** A part of the page that opens in place. */
export interface Opening {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}
