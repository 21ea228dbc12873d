import type { SystemContext } from '../../lib/context.ts'
import type { Tx } from '../../store/store.ts'
import { deleteSecretIn, insertSecret, readSecretText } from '../secrets/stored-secrets.ts'

const secretName = 'users.first-password'

/**
 * Seals the first administrator's password in the database until an operator has seen it, so that a first start that
 * fails later does not lose it. Called in the transaction that creates the administrator.
 */
export const storeFirstPassword = (ctx: Pick<SystemContext, 'vault'>, tx: Tx, value: string, now: string) =>
  insertSecret(ctx, tx, { name: secretName, value, now })

/** Reads the first password; undefined after it was shown or changed. */
export const readFirstPassword = (ctx: Pick<SystemContext, 'store' | 'vault'>) => readSecretText(ctx, secretName)

/** Deletes the first password, in the transaction that sets another one. */
export const dropFirstPassword = (tx: Tx) => deleteSecretIn(tx, secretName)

/** Deletes the first password after it was shown to the operator: nobody can read it from then on. */
export const firstPasswordShown = ({ store }: Pick<SystemContext, 'store'>): Promise<void> =>
  store.write(dropFirstPassword)
