#!/usr/bin/env node
import { accessSync, constants, existsSync } from 'node:fs'
// By its whole name, as Node 20 has no compile cache to import.
import * as nodeModule from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { continueOnPinnedNode, pinnedNode, runsTypeScript, tooOld } from './node-version.js'

if (runsTypeScript) {
  nodeModule.enableCompileCache(cacheFolder())
  const { main } = await import('../src/main.ts')
  // At exit would be too late for a process that is killed.
  nodeModule.flushCompileCache()
  process.exitCode = await main(process.argv.slice(2))
} else if (existsSync(pinnedNode)) {
  continueOnPinnedNode(fileURLToPath(import.meta.url), process.argv.slice(2))
} else {
  console.error(tooOld)
  process.exitCode = 1
}

// Compiled code is run without a look at its source, so it is kept where only those who may change the source can
// write, or in the user's own folder; never in a shared temporary folder. Node goes on without where it cannot write.
function cacheFolder() {
  const nodeModules = fileURLToPath(new URL('../../node_modules', import.meta.url))
  try {
    accessSync(nodeModules, constants.W_OK)
    return join(nodeModules, '.cache', 'rollcall')
  } catch {
    return join(homedir(), '.cache', 'rollcall')
  }
}
