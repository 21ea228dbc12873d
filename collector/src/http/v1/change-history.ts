import { type Change, type ChangeQuery, changeListSchema, changeQuerySchema } from '@rollcall/shared/api/change.ts'
import { exportChanges, listChanges } from '../../change-log/list-changes.ts'
import type { Context } from '../../lib/context.ts'
import { softwareIdsBelow } from '../../software/catalog/name-groups.ts'
import { answerListOrFile, describeList } from '../answers/list-files.ts'
import type { App } from '../environment.ts'
import { routesOf } from '../openapi/route.ts'

const plainColumns = [
  'timestamp',
  'id',
  'actor',
  'verb',
  'entity',
  'entityId',
  'deviceId',
  'deviceName',
  'field',
  'from',
  'to',
] as const satisfies (keyof Change)[]
const columns = [...plainColumns, 'editorKind', 'editorId', 'subjectName', 'observedAt']

const id = '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'
const example = [
  '2026-11-20T08:15:30.123Z',
  id,
  'ada',
  'Modified',
  'Tag',
  id,
  '',
  '',
  'name',
  'Office',
  'Lab',
  'user',
  id,
  'Lab',
  '',
]

const list = routesOf('Changes').get('/api/v1/software/change-history', {
  operationId: 'listChanges',
  summary: "List the site's change log",
  description:
    'Newest first, then by id, latest first. Lists installed, upgraded and removed software, changed hardware and network fields, classified products, and changes that people and apps made to other records of the site. An entry about software, hardware or network compares a snapshot with the previous one of the same source: a difference between two sources is not a change. For software, only the source whose list the device shows counts. `edits=true` returns only what people and apps changed, with their ids; the events `record.edited` report the same as they happen. `format=csv`, `format=xlsx` or the Accept header returns all matches as a file and ignores `limit` and `offset`. In CSV, an apostrophe precedes each value that a spreadsheet would run as a formula.',
  request: { query: changeQuerySchema },
  responses: {
    200: describeList(changeListSchema, 'changes', columns, example),
  },
})

export function changeHistoryRoutes(app: App): void {
  const exported = columns.map((name) => ({ name, isTime: name === 'timestamp' }))
  const read = (ctx: Context, query: ChangeQuery) => listChanges(ctx, query, softwareIdsBelow)
  const tableOf = (ctx: Context, query: ChangeQuery) => ({ columns: exported, records: recordsOf(ctx, query) })
  app.openapi(list, answerListOrFile('changes', read, tableOf))
}

async function* recordsOf(ctx: Context, query: ChangeQuery) {
  for await (const changes of exportChanges(ctx, query, softwareIdsBelow)) yield changes.map(recordOf)
}

const recordOf = ({ editor, ...change }: Change) => [
  ...plainColumns.map((name) => change[name]),
  editor?.kind ?? null,
  editor?.id ?? null,
  change.subjectName,
  change.observedAt,
]
