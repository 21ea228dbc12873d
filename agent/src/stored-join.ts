import { OperatorError } from '@rollcall/shared/errors.ts'
import { requireJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { collectorOrigin } from '@rollcall/shared/node/collector-client.ts'
import { removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { readIfPresent } from '@rollcall/shared/node/read-if-present.ts'
import { z } from 'zod'
import { prepareStateDir, storedJoinPath } from './config.ts'
import { assertOwnState } from './own-state.ts'

/** Arguments of a join that the first run does. `token` is a secret: only the file's owner may read the file. */
const storedJoinSchema = z.object({
  url: z.string(),
  token: z.string().optional(),
  /** Value of `--proxy`. */
  proxy: z.string().optional(),
})
type StoredJoin = z.infer<typeof storedJoinSchema>

/** Stores the arguments of a join. Throws an OperatorError if the address or the token cannot be right. */
export async function storeJoin(stateDir: string, { url, token, proxy }: StoredJoin): Promise<void> {
  const stored = { url: collectorOrigin(url), token, proxy }
  if (token !== undefined) requireJoinToken(token, 'agent')
  await prepareStateDir(stateDir)
  await writeFileWhole(storedJoinPath(stateDir), `${JSON.stringify(stored)}\n`)
}

/** Returns the stored arguments; undefined if there are none. */
export async function readStoredJoin(stateDir: string): Promise<StoredJoin | undefined> {
  const path = storedJoinPath(stateDir)
  await assertOwnState(stateDir)
  const bytes = await readIfPresent(path)
  if (bytes === undefined) return undefined
  const stored = storedJoinSchema.safeParse(parseJson(bytes))
  if (stored.success) return stored.data
  throw new OperatorError(`${path} is damaged: join this agent with "rollcall agent join --url URL --token TOKEN"`)
}

export const removeStoredJoin = (stateDir: string): Promise<boolean> => removeFile(storedJoinPath(stateDir))
