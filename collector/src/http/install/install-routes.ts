import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { DomainError } from '@rollcall/shared/errors.ts'
import { joinKinds } from '@rollcall/shared/messages/join-kind.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { z } from 'zod'
import { checkJoinToken } from '../../enrollment/join-tokens/spend-join-token.ts'
import { nowOf } from '../../lib/context.ts'
import type { App, HttpDeps } from '../environment.ts'
import { anonymousBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { readJson } from '../middleware/read-json.ts'
import { installScript } from './install-command.ts'

/** Downloads that run at the same time; they share the event loop with every other request. */
const downloadsMax = 64

const checkSchema = z.strictObject({ token: z.string() })

/**
 * Adds the routes that install a part on a machine without anything of Rollcall: `/install/agent` and
 * `/install/audit-service` return a script for sh, `/install/packages/…` the packages. Callers need no token: the
 * packages are the same for everybody, and the script joins with a token of its own. It checks that token before it
 * downloads anything: 204 if a join would accept it, 403 if not.
 */
export function installRoutes(app: App, { installation, system }: HttpDeps): void {
  let downloads = 0
  for (const part of joinKinds) {
    app.get(`/install/${part}`, async (c) => {
      const script = await installScript(part, new URL(c.req.url).origin, installation)
      c.header('Cache-Control', 'no-store')
      return c.body(script, 200, { 'Content-Type': 'text/x-shellscript; charset=utf-8' })
    })
    app.post(`/api/${part}/join/check`, limitBody(anonymousBodyBytesMax), async (c) => {
      const { token } = await readJson(c, checkSchema)
      // An incomplete one is unknown, too.
      const { secret = '' } = parseJoinToken(token) ?? {}
      await system.store.read((db) => checkJoinToken(db, { secret, kind: part, now: nowOf(system) }))
      return c.body(null, 204)
    })
  }
  app.get('/install/packages/:file', async (c) => {
    const offered = await installation.packages.list()
    const found = offered.find(({ file }) => file === c.req.param('file'))
    if (!found) throw new DomainError('not_found', 'The collector does not offer this package.')
    if (downloads >= downloadsMax) {
      throw new DomainError('rate_limited', `${downloadsMax} downloads are running; try again in a few seconds.`)
    }
    downloads += 1
    const content = createReadStream(installation.packages.pathOf(found.file))
    finished(content)
      .catch(() => undefined)
      .finally(() => {
        downloads -= 1
      })
    return c.body(Readable.toWeb(content) as ReadableStream, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': `${found.bytes}`,
      'X-Content-Type-Options': 'nosniff',
    })
  })
}
