/** Fields with an error, and errors that are not at a single input. */
const marked = '[aria-invalid=true], [id$="-error"], [data-field-error]'
const focusable = 'input:not([type=hidden]), textarea, select, button'

export const hasFieldError = (form: HTMLElement): boolean => form.querySelector(marked) !== null

/** Opens the closed parts around the form's first error, scrolls to it, and focuses its field or message. */
export function showFirstError(form: HTMLElement): void {
  const first = form.querySelector<HTMLElement>(marked)
  const target = first ? fieldOf(first) : form.querySelector<HTMLElement>('[role=alert]')
  if (!target) return
  openAround(target, form)
  if (!target.matches(focusable)) target.tabIndex = -1
  target.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
}

/** Returns the field of an error: the marked element, or the first field beside a message. */
const fieldOf = (first: HTMLElement): HTMLElement =>
  first.matches(focusable) ? first : (first.parentElement?.querySelector<HTMLElement>(focusable) ?? first)

/** Opens each `details` element and each part with a control that says that it is collapsed. */
function openAround(element: HTMLElement, form: HTMLElement): void {
  for (let each = element.parentElement; each && each !== form; each = each.parentElement) {
    if (each instanceof HTMLDetailsElement) each.open = true
    const control = each.id && form.querySelector(`[aria-controls="${CSS.escape(each.id)}"][aria-expanded=false]`)
    if (control instanceof HTMLElement) control.click()
  }
}
