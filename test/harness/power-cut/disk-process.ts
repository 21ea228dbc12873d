import { rmdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createRandom } from '../../bench/dataset/random.ts'
import { createAnswers } from './fuse-answers.ts'
import { changingOperations, operations, type Request } from './fuse-messages.ts'
import { mountFuse } from './fuse-mount.ts'
import { FileError, UnsyncedFiles } from './unsynced-files.ts'

// `node disk-process.ts PATH [--ignore-syncs] [--journaled-folder NAME]` serves a disk until its standard input ends. Commands are lines of JSON
// on standard input. It is a process of its own because a file of the disk
// blocks whoever uses it until this process has answered.

const commandSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('cut'),
    survives: z.enum(['nothing', 'names', 'some']),
    seed: z.int(),
    /** The power goes when so many more requests that change something have come. */
    afterChanges: z.int().min(0),
  }),
  z.object({ do: z.literal('cut-now') }),
  z.object({ do: z.literal('power-on') }),
  z.object({ do: z.literal('count-changes') }),
  /** Every change and every read in folders of this name fails with EIO, until there is none. */
  z.object({ do: z.literal('fail'), folderName: z.string().optional() }),
])

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'ignore-syncs': { type: 'boolean', default: false }, 'journaled-folder': { type: 'string' } },
})
const [path = ''] = positionals
// Ctrl-C is for the tests; they end this process by closing its standard input.
process.on('SIGINT', () => undefined)
const files = new UnsyncedFiles(
  { mode: 0o755, uid: 0, gid: 0, mtimeMs: Date.now() },
  { journaledFolder: values['journaled-folder'] },
)
const answers = createAnswers(files, { areSyncsIgnored: values['ignore-syncs'] })
let changes = 0
let failingFolder: string | undefined
let armed: { atChanges: number; cut: () => void } | undefined
let mount = await mountFuse(path, answer)
console.log('mounted')

function answer(request: Request): Buffer | undefined {
  if (changingOperations.has(request.operation)) {
    changes += 1
    if (armed && changes > armed.atChanges) {
      armed.cut()
      return undefined
    }
  }
  const usesDisk = changingOperations.has(request.operation) || request.operation === operations.read
  if (usesDisk && failingFolder !== undefined && files.isIn(request.nodeId, failingFolder)) throw new FileError('EIO')
  return answers(request)
}

for await (const line of createInterface({ input: process.stdin })) {
  const command = commandSchema.parse(JSON.parse(line))
  switch (command.do) {
    case 'cut': {
      const cut = () => {
        armed = undefined
        mount.freeze()
        files.cutPower(command.survives, createRandom(command.seed))
        console.log('cut')
      }
      if (command.afterChanges === 0) cut()
      else armed = { atChanges: changes + command.afterChanges, cut }
      break
    }
    case 'cut-now':
      armed?.cut()
      break
    case 'power-on':
      await mount.abort()
      mount = await mountFuse(path, answer)
      console.log('on')
      break
    case 'count-changes':
      console.log(changes)
      break
    case 'fail':
      failingFolder = command.folderName
      console.log('set')
  }
}
await mount.abort()
await rmdir(path)
process.exit()
