import { OperatorError } from '@rollcall/shared/errors.ts'
import { z } from 'zod'
import { assertKeyFits, loadOrCreateSecret, readSecretText } from '../../access/secrets/stored-secrets.ts'
import type { SystemContext } from '../../lib/context.ts'

const keysSchema = z.strictObject({
  caPem: z.string(),
  caKeyPem: z.string(),
  /** Key of the server certificates of all collectors, since install commands name it. */
  serverKeyPem: z.string(),
})

/** The local CA in PEM form. Each collector issues its own server certificate from it, for its own names. */
export type LocalKeys = z.infer<typeof keysSchema>

/** The local CA in the database. */
export type SharedKeys = {
  load(): Promise<LocalKeys | undefined>
  /** Stores the keys unless there are some. Returns those that are stored. */
  add(keys: LocalKeys): Promise<LocalKeys>
}

const name = 'tls.local-ca'

/**
 * Keeps the local CA sealed in the database, so that several collectors have one CA, behind one balancer. A collector
 * needs nothing but the database and the master key to be another one of them.
 */
export function sharedKeysIn(ctx: Pick<SystemContext, 'store' | 'vault' | 'clock'>): SharedKeys {
  return {
    async load() {
      const text = await readSecretText(ctx, name)
      return text === undefined ? undefined : parse(text)
    },
    async add(keys) {
      // Nothing is sealed with a key that does not open the rest.
      await assertKeyFits(ctx)
      return parse(Buffer.from(await loadOrCreateSecret(ctx, name, () => Buffer.from(JSON.stringify(keys)))).toString())
    },
  }
}

function parse(text: string): LocalKeys {
  const { data } = keysSchema.safeParse(JSON.parse(text))
  if (data) return data
  throw new OperatorError('the local CA in the database is from a newer Rollcall: start that version')
}
