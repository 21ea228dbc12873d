// Plain JavaScript that any Node from 20 can read: it decides which Node runs the TypeScript.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The Node that package-lock.json pins; npm links it on the platforms that have one. */
export const pinnedNode = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

const [major, minor] = process.versions.node.split('.').map(Number)

/** TypeScript runs unbuilt from Node 22.18. */
export const runsTypeScript = major > 22 || (major === 22 && minor >= 18)

export const isPinnedNode = () => existsSync(pinnedNode) && realpathSync(pinnedNode) === realpathSync(process.execPath)

export const tooOld = `Rollcall needs Node 22.18 or newer on ${process.platform}-${process.arch} and this is ${process.versions.node}: install a newer Node and run the command again.`

// npm and the terminal both deliver one Ctrl-C; a person's second one comes later than this.
const sameSignalMs = 500

/** Ends this process as the pinned Node ends that runs `script`: same standard streams, signals passed on, same exit. */
export function continueOnPinnedNode(script, args) {
  const sentAt = {}
  const forward = (signal) => {
    const now = Date.now()
    if (now - (sentAt[signal] ?? 0) < sameSignalMs) return
    sentAt[signal] = now
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
  for (const signal of signals) process.on(signal, forward)
  const child = spawn(pinnedNode, [script, ...args], { stdio: 'inherit' })
  child.on('error', (error) => {
    console.error(`rollcall: cannot run ${pinnedNode}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, forward)
    if (signal) process.kill(process.pid, signal)
    else process.exit(code)
  })
}
