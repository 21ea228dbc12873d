const dayMs = 86_400_000

/** The environment in which every process of Node's takes it to be so many days later. */
export function daysLater(days: number): NodeJS.ProcessEnv {
  const script = `
    const Real = Date
    const now = () => Real.now() + ${days * dayMs}
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        if (given.length === 0) super(now())
        else super(...given)
      }
      static now = now
    }`
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` }
}
