import { cp, readdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '@rollcall/shared/node/durable-files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launcher } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'
import { type BusyCollectors, nothingLost, startBusyCollectors } from '../support/busy-collectors.ts'
import { type Collectors, startCollectors } from '../support/collectors.ts'

const timeout = 10 * 60_000

let folder: TmpFolder
let collectors: Collectors
let busy: BusyCollectors

beforeAll(async () => {
  folder = await tmpFolder()
  collectors = await startCollectors(folder.path)
  busy = await startBusyCollectors(folder.path, collectors)
})
afterAll(async () => {
  await busy?.[Symbol.asyncDispose]()
  await collectors?.[Symbol.asyncDispose]()
  await folder?.remove()
})

const newerMessage = /last used by a newer Rollcall \(it has migration 9999_later\.sql\): start that version/

test('collectors are upgraded in turn without a failed request, and the one that is too old says so', {
  timeout,
}, async () => {
  const newer = await buildWithLaterMigration(join(folder.path, 'newer'))
  const { kill, start, log } = collectors
  const { failures } = await busy.survive('the upgrade of collector 1', async () => {
    const stopped = kill(0, 'SIGTERM')
    return () => stopped.then(() => start(0, newer))
  })
  expect(failures).toEqual([])
  const isSaid = () => newerMessage.test(log(1))
  await waitFor(isSaid, { what: 'collector 2 to say that it is too old', timeoutMs: 120_000 })
  await kill(1, 'SIGTERM')
  await expect(start(1)).rejects.toThrow(newerMessage)
  await start(1, newer)
  const { accepted: _, ...verdict } = await busy.finish()
  expect(verdict).toEqual(nothingLost)
})

/** Copies this build, and adds a migration. Returns the script to run. */
async function buildWithLaterMigration(to: string): Promise<string> {
  const [lib, tools] = [dirname(launcher.script), dirname(dirname(launcher.script))]
  await makeFolder(to)
  await cp(lib, join(to, 'lib'), { recursive: true })
  for (const name of await readdir(tools)) if (name !== 'lib') await symlink(join(tools, name), join(to, name))
  const migrations = join(to, 'lib', 'resources', 'migrations', 'postgres')
  await writeFile(join(migrations, '9999_later.sql'), 'CREATE TABLE later (id text);')
  return join(to, 'lib', 'rollcall.cjs')
}
