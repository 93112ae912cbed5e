/** Where a keystroke lands, which decides what keys may do. */
export type KeyPlace = 'page' | 'field' | 'widget' | 'dialog'

const fields = [
  'input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=image],[type=file],[type=color])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  '[role=textbox]',
  '[role=searchbox]',
  '[role=combobox]',
  '[role=spinbutton]',
  '[role=slider]',
].join(',')

/** Widgets that use letters themselves. */
const widgets = '[role=menu],[role=menubar],[role=listbox],[role=tree]'

const dialogs = '[role=dialog],[role=alertdialog],dialog[open]'
const modalDialogs = '[role=dialog][aria-modal=true],[role=alertdialog],dialog[open]'

/** Where a keystroke lands. An open modal dialog takes all keys, even if the body behind it has the focus. */
export function keyPlaceOf(target: EventTarget | null): KeyPlace {
  const element = target instanceof Element ? target : null
  if (element?.closest(fields) || (element instanceof HTMLElement && element.isContentEditable)) return 'field'
  if (element?.closest(dialogs) || document.querySelector(modalDialogs)) return 'dialog'
  return element?.closest(widgets) ? 'widget' : 'page'
}

const pressable = 'a[href],button,summary,label,[role=button],[role=link],[role=checkbox],[role=switch],[role=radio],input'

/** Whether a stroke operates the focused control itself: Enter on a link opens that link, not the row. Space does nothing to links. */
export function belongsToControl(target: EventTarget | null, stroke: string): boolean {
  if (!(target instanceof Element)) return false
  if (stroke.startsWith('Arrow')) return target.matches('input[type=radio],[role=radio],[role=tab]')
  const control = /(^|\+)(Enter|Space)$/.test(stroke) ? target.closest(pressable) : null
  return control !== null && !(stroke === 'Space' && control.matches('a'))
}
