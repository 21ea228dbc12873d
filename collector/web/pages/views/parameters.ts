import type { ViewParameters } from '@rollcall/shared/api/view.ts'

type State = Readonly<Record<string, string | undefined>>

/** Returns the part of a list's address that a view stores: all but the page and the view itself. */
export function parametersOf({ page: _, view: __, ...state }: State): ViewParameters {
  return Object.fromEntries(
    Object.entries(state).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, value]])),
  )
}

/** Reports whether a list shows a view as it was saved. */
export function showsView(parameters: ViewParameters, state: State): boolean {
  const shown = parametersOf(state)
  const keys = Object.keys(shown)
  return keys.length === Object.keys(parameters).length && keys.every((key) => parameters[key] === shown[key])
}
