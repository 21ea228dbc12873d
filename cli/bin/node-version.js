// Plain JavaScript that any Node from 20 can read: it decides which Node runs the TypeScript.
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
// By its whole name, as Node 20 has no compile cache to import.
import * as nodeModule from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The Node that package-lock.json pins; npm links it on the platforms that have one. */
export const pinnedNode = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

const [major, minor] = process.versions.node.split('.').map(Number)

/** TypeScript runs unbuilt from Node 22.18. */
export const runsTypeScript = major > 22 || (major === 22 && minor >= 18)

export const isPinnedNode = () => existsSync(pinnedNode) && realpathSync(pinnedNode) === realpathSync(process.execPath)

/** From this version a Node can start Rollcall: it installs the pinned one, which runs everything else. */
const majorMin = 20

const remedy = `install Node ${majorMin} or newer from https://nodejs.org (Debian 12 has only 18), or a package of Rollcall, which brings its own`

/** Why this Node cannot start Rollcall, and what to do; undefined for one that can. */
export const tooOldToStart =
  major < majorMin
    ? `Rollcall needs Node ${majorMin} or newer, and this is ${process.versions.node}: ${remedy}.`
    : undefined

/** For a Node that is too old where there is no pinned one. */
export const tooOld = `Rollcall needs Node 22.18 or newer on ${process.platform}-${process.arch}, and this is ${process.versions.node}: install a newer Node and run the command again.`

/** What to do in a checkout without packages. */
export const notInstalled =
  'The packages of Rollcall are not installed: run "npm start", or "npm ci", in the folder of the checkout.'

export const packagesAreInstalled = () => existsSync(fileURLToPath(new URL('../../node_modules', import.meta.url)))

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

/**
 * Keeps compiled code for the next start. It is run without a look at its source, so it is kept where only those may
 * write who may change the source, or in the user's own folder; never in a shared temporary folder. Node goes on
 * without a cache where it cannot write.
 */
export function useCompileCache() {
  const nodeModules = fileURLToPath(new URL('../../node_modules', import.meta.url))
  let folder = join(homedir(), '.cache', 'rollcall')
  try {
    accessSync(nodeModules, constants.W_OK)
    folder = join(nodeModules, '.cache', 'rollcall')
  } catch {
    // An installation that this user may only read: the user's own folder it is.
  }
  nodeModule.enableCompileCache(folder)
}

/** Node itself saves at exit, which is too late for a process that is killed. */
export const saveCompileCache = () => nodeModule.flushCompileCache()
