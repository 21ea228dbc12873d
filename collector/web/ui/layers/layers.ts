import type { RouterHistory } from '@tanstack/react-router'
import type { Layer, Unsaved } from './unsaved.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set in the history entry of a drawer or dialog; it differs from that of the entry before. */
    layer?: number
  }
}

const ignoreBlocker = true

/**
 * The open drawers and dialogs. Esc and Back close the topmost one. Each has a history entry for that. The entry of a
 * closed one is left at once, or skipped when Back or Forward arrives there.
 */
export class Layers {
  readonly #history: RouterHistory
  readonly #pushEntry: (layer: number) => void
  readonly #unsaved: Unsaved
  #open: Layer[] = []
  /** Index of the current entry, if its layer has just closed. */
  #vacated: number | undefined
  #leaving: Promise<void> | undefined

  constructor(history: RouterHistory, unsaved: Unsaved, pushEntry: (layer: number) => void) {
    this.#history = history
    this.#unsaved = unsaved
    this.#pushEntry = pushEntry
    history.subscribe(({ action }) => this.#arrive(action.type === 'PUSH' || action.type === 'REPLACE'))
    window.addEventListener('keydown', (event) => this.#onKey(event), { capture: true })
    // After a reload the drawer is closed, and its entry is still the current one.
    if (this.#isVacant()) this.#goBack()
  }

  /** Gives a layer an entry. Returns a function that takes it away. */
  open(layer: Layer): () => void {
    this.#open.push(layer)
    this.#enter(layer)
    return () => this.#remove(layer)
  }

  /** Closes a layer for the user, after a question if its input would be lost. */
  leave(layer: Layer): void {
    if (this.#unsaved.question() === undefined) this.#unsaved.close(layer)
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return
    // Open menus in a drawer close first; Mantine marks their inputs.
    if (event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation=true]')) return
    const top = this.#open.at(-1)
    if (this.#unsaved.question() !== undefined) this.#unsaved.answer(false)
    else if (top) this.leave(top)
  }

  #index(): number {
    return this.#history.location.state.__TSR_index
  }

  #enter(layer: Layer): void {
    if (this.#leaving) {
      void this.#leaving.then(() => this.#enter(layer))
    } else if (this.#open.includes(layer)) {
      // A form that has loaded replaces the drawer that said so.
      if (this.#vacated !== this.#index()) this.#pushEntry(this.#index() + 1)
      this.#vacated = undefined
      layer.index = this.#index()
    }
  }

  #remove(layer: Layer): void {
    this.#open = this.#open.filter((each) => each !== layer)
    const { index } = layer
    layer.index = undefined
    // Another entry may have the index now, as of an address without the panel that it named.
    if (index !== this.#history.location.state.layer) return
    this.#vacated = index
    queueMicrotask(() => {
      if (this.#vacated === this.#index()) this.#goBack()
      this.#vacated = undefined
    })
  }

  #arrive(isNew: boolean): void {
    if (isNew) return
    const index = this.#index()
    const left = this.#open.filter((layer) => layer.index !== undefined && layer.index > index)
    for (const layer of left.toReversed()) layer.close()
    if (this.#isVacant()) this.#goBack()
  }

  #isVacant(): boolean {
    const { state } = this.#history.location
    return state.layer !== undefined && !this.#open.some(({ index }) => index === state.__TSR_index)
  }

  #goBack(): void {
    if (this.#leaving) return
    this.#leaving = new Promise((resolve) => {
      const stop = this.#history.subscribe(({ action }) => {
        if (action.type === 'PUSH' || action.type === 'REPLACE') return
        stop()
        unblock()
        this.#leaving = undefined
        resolve()
      })
    })
    const left = this.#leaving
    // Going back takes effect later: a navigation before that would be undone by it.
    const unblock = this.#history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action, nextLocation: { href, state } }) => {
        if (action !== 'PUSH' && action !== 'REPLACE') return false
        void left.then(() => this.#history[action === 'PUSH' ? 'push' : 'replace'](href, state))
        return true
      },
    })
    this.#history.back({ ignoreBlocker })
  }
}
