#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  continueOnPinnedNode,
  notInstalled,
  packagesAreInstalled,
  pinnedNode,
  runsTypeScript,
  saveCompileCache,
  tooOld,
  tooOldToStart,
  useCompileCache,
} from './node-version.js'

if (tooOldToStart || !packagesAreInstalled()) {
  console.error(tooOldToStart ?? notInstalled)
  process.exitCode = 1
} else if (runsTypeScript) {
  useCompileCache()
  const { main } = await import('../src/main.ts')
  saveCompileCache()
  process.exitCode = await main(process.argv.slice(2))
} else if (existsSync(pinnedNode)) {
  continueOnPinnedNode(fileURLToPath(import.meta.url), process.argv.slice(2))
} else {
  console.error(tooOld)
  process.exitCode = 1
}
