// Starts the bundled program. Compiled code is kept where only those may write who may change the program.
const { accessSync, constants, existsSync } = require('node:fs')
const { enableCompileCache, flushCompileCache } = require('node:module')
const { join } = require('node:path')

/** Programs of the agent that have a file of their own, and the modules of Node that do the most of their work. */
const smallPrograms = new Map([
  ['run', { name: 'agent-run', modules: ['node:https', 'node:zlib', 'node:child_process'] }],
  ['watch', { name: 'agent-watch', modules: [] }],
])
/** The folder of the agent's unit on Linux, where only root can create it. On Windows, any user can. */
const unitCache = '/var/cache/rollcall-agent'
start(process.argv.slice(2))

async function start(args) {
  const ownCache = join(__dirname, '..', 'cache')
  const small = args[0] === 'agent' ? smallPrograms.get(args[1]) : undefined
  if (small !== undefined && existsSync(join(__dirname, `${small.name}.cjs`))) {
    saveWork(small.modules)
    const { loadCompiled } = require('./compiled-code.cjs')
    const cache = process.platform === 'linux' && isWritable(unitCache) ? unitCache : ownCache
    const { exports, keepCode } = loadCompiled(join(__dirname, `${small.name}.cjs`), cache, require)
    const exitCode = await exports.main(args.slice(2))
    if (exitCode !== undefined) {
      process.exitCode = exitCode
      keepCode()
      return
    }
  }
  enableCompileCache(ownCache)
  const { main } = require('./main.cjs')
  // At exit is too late for a process that is killed.
  flushCompileCache()
  process.exitCode = await main(args)
}

/**
 * Optimizing the code of a short program takes more memory and time than it saves. Node's modules are compiled in
 * advance for the usual flags only, so the largest ones are loaded before. After a few more of them, V8 would have
 * optimized their loader, which takes 2 MB.
 */
function saveWork(modules) {
  for (const name of modules) require(name)
  require('node:v8').setFlagsFromString('--no-opt --no-maglev --no-sparkplug')
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
