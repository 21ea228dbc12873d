// Starts the bundled program. Node keeps the compiled code where only those may write who may change the program.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../cache', import.meta.url)))
const { main } = await import('./main.mjs')
// At exit is too late for a process that is killed.
flushCompileCache()
process.exitCode = await main(process.argv.slice(2))
