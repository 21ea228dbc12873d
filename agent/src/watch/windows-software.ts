import { userSid } from '../inventory/windows/registry-reader.ts'
import { LimitError, RefusedError } from '../platform/host.ts'
import type { Registry } from '../platform/windows/api.ts'
import type { ReadState } from './change-detector.ts'
import { windowsKeys } from './software-databases.ts'

/** Keys below one key of a user whose times are read. */
const keysMax = 1_000

/**
 * Returns the function that reads the state of the software of Windows: the number of changes below the keys of the
 * machine, and the times of the keys of the users. Keys of users are not held open, because that would keep Windows from
 * unloading them at the sign-out.
 */
export function windowsSoftware(registry: Registry, countChanges: () => number): ReadState {
  const ofUsers = Object.values(windowsKeys).flatMap(({ user }) => user)
  const timeOf = (path: string) => registry.writtenAt(path)?.getTime() ?? 'absent'
  const stateOf = (path: string) =>
    asked(() =>
      [
        timeOf(path),
        ...registry
          .keys(path)
          .slice(0, keysMax)
          .map((name) => timeOf(`${path}\\${name}`)),
      ].join(),
    )
  return () => {
    const users = asked(() => registry.keys('HKU').filter((name) => userSid.test(name)))
    const states =
      typeof users === 'string'
        ? [users]
        : users.flatMap((sid) => ofUsers.map((path) => `${sid} ${stateOf(`HKU\\${sid}${path}`)}`))
    return [countChanges(), ...states].join('\n')
  }
}

/** Returns the reason if the registry refuses to answer. */
function asked<T>(ask: () => T): T | string {
  try {
    return ask()
  } catch (error) {
    if (error instanceof LimitError || error instanceof RefusedError) return error.message
    throw error
  }
}
