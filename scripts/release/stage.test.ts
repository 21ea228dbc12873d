import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../test/harness/tmp.ts'
import { setModes } from './stage.ts'

let folder: TmpFolder
beforeEach(async () => {
  folder = await tmpFolder()
})
afterEach(() => folder.remove())

it('gives folders, programs and other files their modes, whatever those of the checkout are', async () => {
  const at = (name: string) => join(folder.path, name)
  await mkdir(at('bin'), { mode: 0o700 })
  await writeFile(at('bin/node'), '')
  await writeFile(at('bin/page.html'), '')
  await chmod(at('bin/node'), 0o700)
  await chmod(at('bin/page.html'), 0o664)
  await symlink('/nonexistent', at('bin/link'))
  await setModes(folder.path)
  const modes = ['.', 'bin', 'bin/node', 'bin/page.html'].map(async (name) =>
    ((await stat(at(name))).mode & 0o7777).toString(8),
  )
  expect(await Promise.all(modes)).toEqual(['755', '755', '755', '644'])
})
