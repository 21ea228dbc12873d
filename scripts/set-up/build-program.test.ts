import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../test/harness/tmp.ts'
import { replaceFolder } from './build-program.ts'

let folder: TmpFolder
beforeEach(async () => {
  folder = await tmpFolder()
})
afterEach(() => folder.remove())

async function build(content: string): Promise<string> {
  const built = join(folder.path, 'lib.new')
  await mkdir(built)
  await writeFile(join(built, 'main.cjs'), content)
  return built
}

it('replaces a folder as a whole, also what a killed build has left, and leaves nothing beside it', async () => {
  const lib = join(folder.path, 'lib')
  await replaceFolder(lib, await build('first'))
  await mkdir(join(folder.path, 'lib.old'))
  await replaceFolder(lib, await build('second'))
  expect(await readFile(join(lib, 'main.cjs'), 'utf8')).toBe('second')
  expect(await readdir(folder.path)).toEqual(['lib'])
})
