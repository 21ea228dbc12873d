import { type Host, LimitError } from '../../../platform/host.ts'

/** Reads the manifest of a package; undefined if it is absent, or too large: only its own values are missing then. */
export async function readManifest(host: Host, path: string, bytesMax: number): Promise<string | undefined> {
  try {
    return await host.readFile(path, bytesMax)
  } catch (error) {
    if (error instanceof LimitError) return undefined
    throw error
  }
}
