import { messageOf } from '@rollcall/shared/errors.ts'
import type { Host } from '../../../platform/host.ts'
import type { OnCut } from '../../source.ts'
import { type Row, readTable } from '../../sqlite-table.ts'
import type { SignIn } from './utmp.ts'

const databaseBytesMax = 16 * 1024 * 1024
/** The type of a sign-in in wtmpdb; others are starts of the machine. */
const userProcess = 3

const databases = [
  {
    path: '/var/lib/lastlog/lastlog2.db',
    table: 'Lastlog2',
    signInOf: ({ Name, Time }: Row) => ({ user: Name, seconds: Time }),
  },
  {
    path: '/var/lib/wtmpdb/wtmp.db',
    table: 'wtmp',
    // In microseconds.
    signInOf: ({ Type, User, Login }: Row) =>
      Type === userProcess ? { user: User, seconds: typeof Login === 'number' ? Math.floor(Login / 1e6) : null } : {},
  },
]

/** Reads the sign-ins of lastlog2 and wtmpdb, which replace lastlog and wtmp on Debian 13, openSUSE and others. */
export async function signInsOfDatabases(host: Host, onCut?: OnCut): Promise<SignIn[]> {
  const read = databases.map(async ({ path, table, signInOf }) => {
    try {
      const bytes = await host.readBytes(path, databaseBytesMax)
      const rows = bytes === undefined ? [] : (readTable(bytes, table) ?? [])
      return rows.flatMap((row): SignIn[] => {
        const { user, seconds } = signInOf(row)
        return typeof user === 'string' && typeof seconds === 'number' ? [{ user, seconds }] : []
      })
    } catch (error) {
      onCut?.(`cannot read ${path}: ${messageOf(error)}`, ['accounts.lastSignInAt'])
      return []
    }
  })
  return (await Promise.all(read)).flat()
}
