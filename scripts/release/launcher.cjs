// Starts the bundled program. Node keeps the compiled code where only those may write who may change the program.
const { accessSync, constants, existsSync } = require('node:fs')
const { enableCompileCache, flushCompileCache } = require('node:module')
const { join } = require('node:path')
const { setFlagsFromString } = require('node:v8')

/** Programs of the agent that have a file of their own, and the modules of Node that the most of their work needs. */
const smallPrograms = new Map([
  ['run', { file: 'agent-run.cjs', modules: ['node:https', 'node:zlib', 'node:child_process'] }],
  ['watch', { file: 'agent-watch.cjs', modules: [] }],
])
/** The folder of the agent's unit for compiled code, which only root can write to. */
const agentCache = '/var/cache/rollcall-agent'
start(process.argv.slice(2))

async function start(args) {
  const small = args[0] === 'agent' ? smallPrograms.get(args[1]) : undefined
  const isSmall = small !== undefined && existsSync(join(__dirname, small.file))
  if (isSmall) saveWork(small.modules)
  enableCompileCache(isSmall && isWritable(agentCache) ? agentCache : join(__dirname, '..', 'cache'))
  if (isSmall) {
    const exitCode = await require(`./${small.file}`).main(args.slice(2))
    if (exitCode !== undefined) {
      process.exitCode = exitCode
      return
    }
  }
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
  setFlagsFromString('--no-opt --no-maglev --no-sparkplug')
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
