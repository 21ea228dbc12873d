/** Fields with an error, and errors that are not at a single input. */
const marked = '[aria-invalid=true], [id$="-error"], [data-field-error]'
const focusable = 'input:not([type=hidden]), textarea, select, button'

export const hasMarkedField = (form: HTMLElement): boolean => form.querySelector(marked) !== null

/** Opens the closed parts around the form's first error, scrolls to it, and focuses its field or message. */
export function showFirstError(form: HTMLElement): void {
  const first = form.querySelector<HTMLElement>(marked) ?? form.querySelector<HTMLElement>('[role=alert]')
  if (!first) return
  openAround(first, form)
  const field = fieldOf(first)
  field.scrollIntoView({ block: 'center' })
  field.focus({ preventScroll: true })
}

/** Returns the input of an error message, or the message itself if there is none. */
function fieldOf(first: HTMLElement): HTMLElement {
  if (first.matches(focusable)) return first
  const within = first.querySelector<HTMLElement>(focusable) ?? describedBy(first)
  if (within) return within
  first.tabIndex = -1
  return first
}

const describedBy = ({ id, parentElement }: HTMLElement) =>
  id === '' ? null : (parentElement?.querySelector<HTMLElement>(focusable) ?? null)

/** Opens each `details` element and each part with a control that says that it is collapsed. */
function openAround(element: HTMLElement, form: HTMLElement): void {
  for (let each = element.parentElement; each && each !== form; each = each.parentElement) {
    if (each instanceof HTMLDetailsElement) each.open = true
    const control = each.id && form.querySelector(`[aria-controls="${CSS.escape(each.id)}"][aria-expanded=false]`)
    if (control instanceof HTMLElement) control.click()
  }
}
