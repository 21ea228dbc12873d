type Pause = {
  /** Ends the current wait, or the next one if there is none. */
  wake(): void
  /** Resolves with true if woken, with false after `ms`. */
  wait(ms: number): Promise<boolean>
}

/** Creates a wait of one worker that can be ended early. No wake is lost. */
export function createPause(): Pause {
  let woken = false
  let rouse: (() => void) | undefined
  return {
    wake() {
      woken = true
      rouse?.()
    },
    async wait(ms) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          rouse = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        rouse = undefined
      }
      const wasWoken = woken
      woken = false
      return wasWoken
    },
  }
}
