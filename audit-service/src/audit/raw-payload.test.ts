import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { expect, test } from 'vitest'
import { tmpFolder } from '../../../test/harness/tmp.ts'
import { packRaw, rawBytesMax } from './raw-payload.ts'

async function unpack(raw: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const archive = extract()
  archive.end(gunzipSync(raw))
  for await (const entry of archive) {
    const parts: Buffer[] = []
    for await (const part of entry) parts.push(part as Buffer)
    files[entry.header.name] = Buffer.concat(parts).toString()
  }
  return files
}

test('unpacks to the same files', async () => {
  const { raw, dropped } = await packRaw(
    [
      { name: 'snmp.txt', content: '1.3.6.1.2.1.1.5.0|4|switch-1\n' },
      { name: 'nmap.xml', content: '<nmaprun/>' },
    ],
    new Date(0),
  )
  expect(dropped).toEqual([])
  expect(await unpack(raw ?? Buffer.alloc(0))).toEqual({
    'snmp.txt': '1.3.6.1.2.1.1.5.0|4|switch-1\n',
    'nmap.xml': '<nmaprun/>',
  })
})

test('is a valid tar for every gzip reader', async () => {
  const folder = await tmpFolder()
  try {
    const { raw } = await packRaw(
      [
        { name: 'a.txt', content: 'x'.repeat(100_000) },
        { name: 'b.txt', content: '' },
      ],
      new Date('1975-06-01'),
    )
    await writeFile(join(folder.path, 'raw.tar.gz'), raw ?? '')
    const { stdout } = await promisify(execFile)('tar', ['-tzvf', join(folder.path, 'raw.tar.gz')])
    expect(stdout).toMatch(/ 0 1975.* b\.txt\n.* 100000 1975.* a\.txt\n$/)
  } finally {
    await folder.remove()
  }
})

test('returns no payload without files', async () => {
  expect(await packRaw([], new Date(0))).toEqual({ dropped: [] })
})

test('leaves out and names the largest file if all are too large', async () => {
  const { raw, dropped } = await packRaw(
    [
      { name: 'snmp.txt', content: randomBytes(rawBytesMax + 1) },
      { name: 'nmap.xml', content: '<nmaprun/>' },
    ],
    new Date(0),
  )
  expect(dropped).toEqual(['snmp.txt'])
  expect(Object.keys(await unpack(raw ?? Buffer.alloc(0)))).toEqual(['nmap.xml'])
})
