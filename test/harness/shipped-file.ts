import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads an example of the folder `deploy` with the values of an operator in it. Fails for a value that it lacks. */
export async function readShipped(name: string, values: Readonly<Record<string, string>>): Promise<string> {
  const file = join(import.meta.dirname, '..', '..', 'deploy', name)
  return Object.entries(values).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
      return text.replaceAll(from, to)
    },
    await readFile(file, 'utf8'),
  )
}
