import { dayMs } from '@rollcall/shared/durations.ts'

/** The environment in which every process of Node's runs so many days later: its machine has been up as much longer. */
export const daysLater = (days: number): NodeJS.ProcessEnv => preload(later(`() => ${days * dayMs}`))

/** The environment in which for every process of Node's as many milliseconds more have passed as this file says. */
export const laterBy = (file: string): NodeJS.ProcessEnv => preload(later(offsetIn(file)))

/** The environment in which the system clock of every process of Node's is wrong by so many days. */
export const clockOff = (days: number): NodeJS.ProcessEnv => preload(movedDate(`() => ${days * dayMs}`))

/**
 * The environment in which the system clock of every process of Node's is wrong by as many milliseconds as this file
 * says, for as long as it says so.
 */
export const clockOffBy = (file: string): NodeJS.ProcessEnv => preload(movedDate(offsetIn(file)))

const offsetIn = (file: string) =>
  `() => Number(process.getBuiltinModule('fs').readFileSync(${JSON.stringify(file)}, 'utf8'))`

const later = (offsetMs: string) => `${movedDate(offsetMs)}
    import os from 'node:os'
    import { syncBuiltinESMExports } from 'node:module'
    const uptime = os.uptime
    os.uptime = () => uptime() + offsetMs() / 1000
    syncBuiltinESMExports()`

const movedDate = (offsetMs: string) => `
    const Real = Date
    const offsetMs = ${offsetMs}
    const now = () => Real.now() + offsetMs()
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        if (given.length === 0) super(now())
        else super(...given)
      }
      static now = now
    }`

const preload = (script: string): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}`,
})
