import { siteListSchema } from '@rollcall/shared/api/site.ts'
import { oneTimePasswordAnswerSchema, type User, userListSchema } from '@rollcall/shared/api/user.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { z } from 'zod'
import { localApi } from '../local-api.ts'
import { print } from '../output.ts'

type Options = { username: string; twoFactor: boolean; dataDir: string; json?: boolean }
type Call = ReturnType<typeof localApi>

/** Sets a one-time password for the user and lifts the sign-in delay. */
export async function resetUserPassword({ username, twoFactor, dataDir, json }: Options): Promise<void> {
  const call = localApi(dataDir)
  const user = await findUser(call, username.trim().toLowerCase())
  const [siteId] = user.siteIds
  const post = <T extends z.ZodType>(what: string, schema: T) =>
    call({ method: 'POST', path: `/api/v1/users/${user.id}/${what}`, siteId }, schema)
  if (twoFactor) await post('reset-two-factor', z.null())
  const { password } = await post('reset-password', oneTimePasswordAnswerSchema)
  print(json, { username: user.username, password }, () => password)
}

async function findUser(call: Call, username: string): Promise<User> {
  const { items: sites } = await call({ method: 'GET', path: '/api/v1/sites?limit=1000' }, siteListSchema)
  for (const { id: siteId } of sites) {
    for (let offset = 0; ; offset += 1000) {
      const path = `/api/v1/users?limit=1000&offset=${offset}`
      const { items, total } = await call({ method: 'GET', path, siteId }, userListSchema)
      const user = items.find((each) => each.username === username)
      if (user) return user
      if (offset + items.length >= total) break
    }
  }
  throw new OperatorError(`no user is named "${username}"`)
}
