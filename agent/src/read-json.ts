import { readFile } from 'node:fs/promises'

/** Reads a file of the agent; undefined if it is missing or damaged. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}
