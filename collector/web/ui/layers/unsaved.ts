import type { HistoryLocation, RouterHistory } from '@tanstack/react-router'

/** A drawer or dialog. Its index is that of its history entry while it has one. */
export type Layer = { readonly close: () => void; index: number | undefined }

/** Input that is not saved, in a layer or on the page itself. */
type Input = { readonly layer: Layer | undefined }

const ignoreBlocker = true

/** Input that is not saved, and the question that is asked before it is lost. */
export class Unsaved {
  readonly #history: RouterHistory
  readonly #inputs = new Set<Input>()
  readonly #listeners = new Set<() => void>()
  #unblock: (() => void) | undefined
  /** Goes on after the user has chosen to discard the input. Undefined while nothing is asked. */
  #discard: (() => void) | undefined

  constructor(history: RouterHistory) {
    this.#history = history
  }

  /** Guards input until the returned function is called. */
  guard(input: Input): () => void {
    this.#inputs.add(input)
    this.#unblock ??= this.#history.block({ blockerFn: (given) => this.#blocks(given) })
    return () => {
      this.#inputs.delete(input)
      if (this.#inputs.size > 0) return
      this.#unblock?.()
      this.#unblock = undefined
    }
  }

  /** Closes a layer, after a question if its input would be lost. */
  close(layer: Layer): void {
    const isLost = [...this.#inputs].some((input) => isAbove(input, (layer.index ?? 0) - 1))
    if (isLost) this.#ask(layer.close)
    else layer.close()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly question = (): (() => void) | undefined => this.#discard

  /** Ends the question; `discards` is the answer. */
  answer(discards: boolean): void {
    const discard = this.#discard
    this.#ask(undefined)
    if (discards) discard?.()
  }

  #ask(discard: (() => void) | undefined): void {
    this.#discard = discard
    for (const listener of this.#listeners) listener()
  }

  #blocks({ currentLocation, nextLocation, action }: Navigation): boolean {
    const isOtherPage = nextLocation.pathname !== currentLocation.pathname
    const { href, state } = nextLocation
    if (action === 'PUSH' || action === 'REPLACE') {
      if (!isOtherPage) return false
      this.#ask(() => this.#history[action === 'PUSH' ? 'push' : 'replace'](href, state, { ignoreBlocker }))
      return true
    }
    const index = state.__TSR_index
    if (!isOtherPage && ![...this.#inputs].some((input) => isAbove(input, index))) return false
    const delta = index - currentLocation.state.__TSR_index
    this.#ask(() => this.#history.go(delta, { ignoreBlocker }))
    return true
  }
}

type Navigation = { currentLocation: HistoryLocation; nextLocation: HistoryLocation; action: string }

const isAbove = ({ layer }: Input, index: number): boolean => layer?.index !== undefined && layer.index > index
