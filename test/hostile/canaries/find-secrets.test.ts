import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { tmpFolder } from '../../harness/tmp.ts'
import { findSecrets, secretsIn } from './find-secrets.ts'

const secret = 'canary "quoted" 0123456789'
const secrets = new Map([['the canary', secret]])
const text = `before ${secret} after`

const written: [string, Buffer][] = [
  ['plain', Buffer.from(text)],
  ['UTF-16', Buffer.from(text, 'utf16le')],
  ['JSON', Buffer.from(JSON.stringify({ a: text }))],
  ['hexadecimal', Buffer.from(Buffer.from(secret).toString('hex'))],
  ...[0, 1, 2, 3].map((offset) => {
    const shifted = `${'x'.repeat(offset)}${secret} and more`
    return [`base64 at offset ${offset}`, Buffer.from(Buffer.from(shifted).toString('base64'))] satisfies [
      string,
      Buffer,
    ]
  }),
  ['gzip', gzipSync(text)],
  ['zstd within gzip', gzipSync(Buffer.concat([Buffer.from('header'), zstdCompressSync(text)]))],
]

test.each(written)('finds a secret written as %s', (_, bytes) => {
  expect([...secretsIn(bytes, secrets)]).toEqual(['the canary'])
})

test('names the file that holds a secret, and no other', async () => {
  await using folder = await tmpFolder()
  await writeFile(join(folder.path, 'with.bin'), gzipSync(text))
  await writeFile(join(folder.path, 'without.txt'), 'canary of another kind')
  expect(findSecrets(folder.path, secrets)).toEqual([{ secret: 'the canary', file: 'with.bin' }])
})
