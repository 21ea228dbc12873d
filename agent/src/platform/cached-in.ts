import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { productVersion } from '@rollcall/shared/version.ts'

/** A text of an earlier run. Another release may have another form of it, so it is only what `compute` begins with. */
type Stored = { fingerprint: string; version: string; text: string }

/**
 * Returns the text in a file if it is of this release and has this fingerprint; otherwise computes and stores it. A
 * damaged file counts as absent.
 */
export async function cachedIn(
  path: string,
  fingerprint: string,
  compute: (earlier?: string) => Promise<string>,
): Promise<string> {
  const earlier = await readStored(path)
  if (earlier?.fingerprint === fingerprint && earlier.version === productVersion) return earlier.text
  const text = await compute(earlier?.text)
  try {
    await makeFolder(dirname(path))
    await writeFileWhole(path, `${headerOf({ fingerprint, version: productVersion, text })}\n${text}`)
  } catch {
    // On a full disk the next run computes it again.
  }
  return text
}

const headerOf = ({ fingerprint, version, text }: Stored): string =>
  JSON.stringify([hash('sha256', text), version, fingerprint])

async function readStored(path: string): Promise<Stored | undefined> {
  try {
    const content = await readFile(path, 'utf8')
    const end = content.indexOf('\n')
    const [header, text] = [content.slice(0, end), content.slice(end + 1)]
    const [, version, fingerprint]: string[] = JSON.parse(header)
    const stored = { fingerprint: `${fingerprint}`, version: `${version}`, text }
    return headerOf(stored) === header ? stored : undefined
  } catch {
    return undefined
  }
}
