import { join } from 'node:path'
import { readDescription } from '@rollcall/collector/http/testing/description.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { type Description, generateTypes } from './generate-types.ts'

/** Writes the types of the client from the OpenAPI description of this checkout. */
export async function writeTypes(projectDir: string): Promise<void> {
  const description = JSON.parse((await readDescription()).text) as Description
  await writeFileWhole(join(projectDir, 'client', 'src', 'api.ts'), generateTypes(description), { mode: 0o644 })
}
