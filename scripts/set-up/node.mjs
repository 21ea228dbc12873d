import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  continueOnPinnedNode,
  isPinnedNode,
  pinnedNode,
  runsTypeScript,
  tooOld,
  useCompileCache,
} from '../../cli/bin/node-version.js'
import { installPackages } from './packages.mjs'

/**
 * Installs the packages that are needed to run or to test, and goes on with the script on the pinned Node, in a new
 * process where this is another one. True when this process is the one to go on; otherwise it ends by itself, with that
 * process or with what is wrong.
 */
export async function onNodeForTypeScript(scriptUrl, neededBy) {
  const problem = await installPackages(neededBy)
  if (problem) {
    console.error(problem)
    process.exitCode = 1
    return false
  }
  if (existsSync(pinnedNode) && !isPinnedNode()) {
    continueOnPinnedNode(fileURLToPath(scriptUrl), process.argv.slice(2))
    return false
  }
  if (runsTypeScript) {
    useCompileCache()
    return true
  }
  console.error(tooOld)
  process.exitCode = 1
  return false
}
