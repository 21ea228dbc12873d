import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launcher } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'

const asRoot = test.runIf(process.getuid?.() === 0)
/** Clears a screen, sets the title of a window, turns the direction of writing, and ends a line. */
const oneLine = '\u001b[2J\u009b2J\u001b]0;pwned\u0007\u202egnp.exe'
const escapes = `${oneLine}\0\b\r`
const entry = (name: string, version: string) =>
  `Package: ${name}\nStatus: install ok installed\nArchitecture: all\nMaintainer: M ${escapes} <m@example>\nVersion: ${version}\n`

let folder: TmpFolder
beforeAll(async () => {
  folder = await tmpFolder()
  const status = [
    entry('first', '1.0'),
    entry(`name${escapes}`, '1.1'),
    entry('versioned', `1.2${escapes}`),
    entry('huge', 'x'.repeat(1024 * 1024)),
    'Package\nStatus:\n: \n\u001b[2J: x\n',
    entry('last', '2.0'),
  ]
  await writeFile(join(folder.path, 'status'), status.join('\n'))
  await writeFile(
    join(folder.path, 'os-release'),
    `ID=odd\nNAME="Odd${oneLine}"\nPRETTY_NAME="Odd${oneLine}"\nVERSION_ID="${oneLine}"\n`,
  )
})
afterAll(() => folder?.remove())

/** Runs `rollcall snapshot` where these files stand in the place of the system's. */
async function snapshot(...args: string[]): Promise<string> {
  const script = `mount --bind ${folder.path}/status /var/lib/dpkg/status
    mount --bind ${folder.path}/os-release "$(readlink -f /etc/os-release)"
    exec "$0" "$@"`
  const command = [launcher.program, launcher.script, 'snapshot', ...args]
  const { code, stdout, stderr } = await runProcess('unshare', ['--mount', 'sh', '-ec', script, ...command], {
    timeoutMs: 60_000,
  })
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

asRoot('names with escapes reach no terminal, as text or as JSON, and hide no other package', async () => {
  const text = await snapshot()
  expect(text).toMatch(/^System .*Odd/m)
  const json = await snapshot('--json')
  for (const output of [text, json]) expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)

  const { software = [], hardware } = observationSchema.parse(JSON.parse(json))
  expect(hardware?.os?.name).toMatch(/^Odd/)
  const packages = software.filter(({ source }) => source === 'dpkg')
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['first', 'versioned', 'last']))
  expect(JSON.stringify(packages)).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(Math.max(...packages.map((each) => JSON.stringify(each).length))).toBeLessThan(10_000)
})
