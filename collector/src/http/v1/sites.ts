import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { createSiteSchema, patchSiteSchema, siteListSchema, siteSchema } from '@rollcall/shared/api/site.ts'
import { bindCreator } from '../../access/bind-creator.ts'
import { insertDefaultRules } from '../../findings/rules/default-rules.ts'
import { createSite, type SetUpSite } from '../../sites/create-site.ts'
import { getSite, listSites } from '../../sites/read.ts'
import { renameSite } from '../../sites/rename-site.ts'
import { preconditionOf, show, showChanged, showCreated } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, v1Route } from '../openapi/route.ts'

const tags = ['Sites']

const list = v1Route({
  'x-capability': 'Administrator',
  method: 'get',
  path: '/api/v1/sites',
  operationId: 'listSites',
  tags,
  summary: 'List sites',
  description: 'The sites that the caller is bound to, sorted by name, then id.',
  request: { query: pageQuerySchema },
  responses: { 200: json(siteListSchema, 'A page of sites') },
})

const get = v1Route({
  'x-capability': 'Administrator',
  method: 'get',
  path: '/api/v1/sites/{id}',
  operationId: 'getSite',
  tags,
  summary: 'Get a site',
  description: 'The caller must be bound to the site.',
  request: { params: idParamsSchema },
  responses: { 200: json(siteSchema, 'The site'), ...notModified },
})

const create = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/sites',
  operationId: 'createSite',
  tags,
  summary: 'Create a site',
  description:
    'The name must be unique, without regard to case. The App registration of the caller is bound to the new site, as the last of its sites: the next call can name it in X-Site-Id.',
  request: { body: jsonBody(createSiteSchema) },
  responses: { 201: json(siteSchema, 'The new site'), ...problems(409) },
})

const rename = v1Route({
  'x-capability': 'Administrator',
  method: 'patch',
  path: '/api/v1/sites/{id}',
  operationId: 'renameSite',
  tags,
  summary: 'Rename a site',
  request: { params: idParamsSchema, body: patchBody(patchSiteSchema) },
  responses: { 200: json(siteSchema, 'The updated site'), ...problems(409) },
})

const setUp: SetUpSite = async (tx, ctx, siteId, at) => {
  await bindCreator(tx, ctx, siteId, at)
  await insertDefaultRules(tx, siteId, at)
}

export function siteRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listSites(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getSite(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => showCreated(c, await createSite(c.get('ctx'), c.req.valid('json'), setUp)))
  app.openapi(rename, async (c) =>
    showChanged(c, await renameSite(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'), preconditionOf(c))),
  )
}
