type Pause = {
  /** Ends the wait, or the next one when there is none now. */
  wake(): void
  /** True when it was woken, false when the time was over. */
  wait(ms: number): Promise<boolean>
}

/** A wait between two looks of one worker that need not last to its end. No wake is lost. */
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
