import type { SystemContext } from '../../lib/context.ts'
import type { Tx } from '../../store/store.ts'
import { deleteSecretIn, insertSecret, readSecretText } from '../secrets/stored-secrets.ts'

const secretName = 'users.first-password'

/**
 * Keeps the first administrator's password sealed in the database until somebody has seen it, so that a first start
 * that fails after it made the administrator does not lose it. Part of the transaction that makes the administrator.
 */
export const storeFirstPassword = (ctx: Pick<SystemContext, 'vault'>, tx: Tx, value: string, now: string) =>
  insertSecret(ctx, tx, { name: secretName, value, now })

/** Undefined once it was shown or changed. */
export const readFirstPassword = (ctx: Pick<SystemContext, 'store' | 'vault'>) => readSecretText(ctx, secretName)

/** Part of the transaction that gives somebody another password. */
export const dropFirstPassword = (tx: Tx) => deleteSecretIn(tx, secretName)

/** Call it when the password was shown to the operator: from then on nobody can read it. */
export const firstPasswordShown = ({ store }: Pick<SystemContext, 'store'>): Promise<void> =>
  store.write(dropFirstPassword)
