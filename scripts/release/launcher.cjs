// Starts the bundled program. Node keeps the compiled code where only those may write who may change the program.
const { existsSync } = require('node:fs')
const { enableCompileCache, flushCompileCache } = require('node:module')
const { join } = require('node:path')

const smallPrograms = new Map([
  ['run', 'agent-run.cjs'],
  ['watch', 'agent-watch.cjs'],
])
enableCompileCache(join(__dirname, '..', 'cache'))
start(process.argv.slice(2))

async function start(args) {
  const smallProgram = args[0] === 'agent' ? smallPrograms.get(args[1]) : undefined
  if (smallProgram !== undefined && existsSync(join(__dirname, smallProgram))) {
    const exitCode = await require(`./${smallProgram}`).main(args.slice(2))
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
