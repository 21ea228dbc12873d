import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Each package's folder, the packages that it may import, and the only folders of those where they are named. */
const packages: Record<string, readonly string[]> = {
  'shared/src': [],
  'agent/src': ['shared/src'],
  'audit-service/src': ['shared/src', 'agent/src/inventory', 'agent/src/platform'],
  'collector/src': ['shared/src'],
  'collector/web': ['shared/src'],
  'cli/src': ['shared/src', 'agent/src', 'audit-service/src', 'collector/src'],
  'client/src': [],
}

/**
 * The rooms of the collector, lowest first. Each has the rooms that it may import and the files of `store/schema` whose
 * tables it reads and writes.
 */
const rooms: Record<string, readonly [imports: string, tables?: string]> = {
  store: [''],
  lib: ['store'],
  matching: ['lib'],
  'device-records': ['store lib matching', 'devices identity merges sightings'],
  'change-log': ['store lib device-records', 'change-log activity'],
  sites: ['store lib change-log', 'sites'],
  outbox: ['store lib', 'outbox'],
  activity: ['store lib sites outbox', 'activity'],
  views: ['store lib change-log', 'views reports'],
  access: ['store lib change-log sites activity views', 'access'],
  software: ['store lib matching device-records change-log activity', 'software'],
  findings: ['store lib matching device-records change-log activity', 'findings devices sites'],
  snapshots: ['store lib matching device-records change-log sites', 'snapshots'],
  enrollment: ['store lib device-records change-log sites access snapshots', 'enrollment'],
  scanning: ['store lib matching device-records change-log sites outbox enrollment', 'enrollment scanning'],
  devices: [
    'store lib matching device-records change-log sites activity software findings snapshots enrollment scanning',
    'device-facts device-history devices merges',
  ],
  identity: [
    'store lib matching device-records change-log sites software snapshots enrollment scanning devices',
    'devices identity merges',
  ],
  ingest: [
    'store lib matching device-records change-log activity software snapshots scanning devices identity',
    'scanning',
  ],
  bulk: ['store lib device-records sites access scanning devices identity', 'bulk devices'],
  'network-map': ['store lib device-records findings devices sites', 'devices network-map'],
  search: ['store lib matching device-records devices network-map', 'devices'],
  reports: ['store lib change-log sites outbox activity views access', 'reports'],
  messaging: ['lib outbox access scanning ingest'],
  operations: [
    'store lib device-records change-log sites outbox activity access software findings snapshots enrollment scanning devices identity bulk network-map reports messaging',
    'operations',
  ],
  http: [
    'lib change-log sites activity views access software findings snapshots enrollment scanning devices identity ingest bulk network-map search reports operations',
  ],
  start: [
    'store lib sites outbox activity access software findings snapshots enrollment scanning devices ingest bulk reports messaging operations http',
  ],
  main: ['access enrollment ingest messaging operations http start'],
}

const roomsBelow = (room: string): string[] => rooms[room]?.[0].split(' ').filter(Boolean) ?? []
const tablesOf = (room: string): string[] => rooms[room]?.[1]?.split(' ') ?? []

/** Libraries that only some rooms and packages may import. */
const libraries: Record<string, readonly string[]> = {
  hono: ['http'],
  '@hono': ['http'],
  '@nats-io': ['messaging', 'audit-service/src', 'shared/src'],
  'better-sqlite3': ['store'],
  'prom-client': ['operations'],
  pg: ['store'],
}

/** Rooms and packages that send no query: they call a room that does. */
const withoutQueries = ['http', 'messaging', 'cli/src', 'collector/web']

/** Folders of the web interface that know nothing of its pages. */
const belowPages = ['collector/web/table', 'collector/web/ui', 'collector/web/charts', 'collector/web/api']

const packageOf = (file: string) => Object.keys(packages).find((folder) => file.startsWith(`${folder}/`))
const isWithin = (file: string, folders: readonly string[]) => folders.some((folder) => file.startsWith(`${folder}/`))
const isBrowserCode = (file: string) =>
  (file.startsWith('shared/src/') && !file.startsWith('shared/src/node/')) ||
  file.startsWith('collector/web/') ||
  file.startsWith('client/src/')

/** Room of a file of the collector; `main` for a file of no room. */
function roomOf(file: string): string | undefined {
  const [, room, rest] = /^collector\/src\/(?:([^/]+)\/)?(.+)$/.exec(file) ?? []
  return rest === undefined ? undefined : (room ?? 'main')
}

/** File of the repository that a specifier leads to; undefined for a library. */
export function fileOf(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier)
  const [, name, path] = /^@rollcall\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  return name === undefined ? undefined : `${name}/src/${path}`
}

/** The rule that an import breaks; undefined for one that may be. */
export function brokenRule(importer: string, specifier: string): string | undefined {
  const file = fileOf(importer, specifier)
  return file === undefined ? brokenLibraryRule(importer, specifier) : brokenFileRule(importer, specifier, file)
}

function brokenLibraryRule(importer: string, specifier: string): string | undefined {
  const room = roomOf(importer) ?? packageOf(importer) ?? ''
  if (isBrowserCode(importer) && specifier.startsWith('node:')) return 'code for browsers uses nothing of Node'
  const owner = Object.keys(libraries).find((name) => specifier === name || specifier.startsWith(`${name}/`))
  if (owner && !libraries[owner]?.includes(room)) return `only ${libraries[owner]?.join(' and ')} may import ${owner}`
  const isQuery = specifier === 'drizzle-orm' || specifier.startsWith('drizzle-orm/')
  return isQuery && withoutQueries.includes(room) ? `${room} sends no query: call a room that does` : undefined
}

function brokenFileRule(importer: string, specifier: string, file: string): string | undefined {
  const [from, to] = [packageOf(importer), packageOf(file)]
  if (!from || !to) return `${from ?? importer} may import only what is in a package`
  if (isBrowserCode(importer) && file.startsWith('shared/src/node/'))
    return 'code for browsers uses nothing of shared/src/node'
  if (from !== to) {
    if (specifier.startsWith('.')) return 'another package is imported by its name'
    if (!isWithin(file, packages[from] ?? []))
      return `${from} may import ${packages[from]?.join(', ') || 'no other package'}`
    return from === 'cli/src' && roomOf(file) === 'store' ? 'cli/src sends no query: call a room that does' : undefined
  }
  if (isWithin(importer, belowPages) && isWithin(file, ['collector/web/pages']))
    return `${posix.dirname(importer)} knows no page`
  return from === 'collector/src' ? brokenRoomRule(importer, file) : undefined
}

function brokenRoomRule(importer: string, file: string): string | undefined {
  const [from = '', to = ''] = [roomOf(importer), roomOf(file)]
  if (/\/testing\//.test(file)) return 'helpers of tests are for tests alone'
  if (from !== to && !roomsBelow(from).includes(to))
    return `${from} may import ${roomsBelow(from).join(', ') || 'no room'}`
  const [, table] = /^collector\/src\/store\/schema\/(.+)\.ts$/.exec(file) ?? []
  if (table === undefined || from === 'store' || tablesOf(from).includes(table)) return undefined
  return `${from} may use the tables ${tablesOf(from).join(', ') || 'of no room'}`
}

const importPattern = /^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm

/** Specifiers of what a file imports. */
export const importsOf = (text: string): string[] =>
  [...text.matchAll(importPattern)].map(([, still, called]) => still ?? called ?? '')

/** Specifiers of what a file imports at run time: an import of types loads nothing. */
const loadedOf = (text: string): string[] =>
  importsOf(text.replace(/^(?:import|export) type\b[^'"`;]*?\bfrom\s*'[^']+'/gm, ''))

/** Files among `starts`, or that they load directly or not, that load a library. */
export function loadersOf(root: string, starts: readonly string[], library: string): string[] {
  const reached = new Set(starts)
  const loaders: string[] = []
  for (const file of reached) {
    for (const specifier of loadedOf(readFileSync(join(root, file), 'utf8'))) {
      if (specifier === library || specifier.startsWith(`${library}/`)) loaders.push(file)
      const next = fileOf(file, specifier)
      if (next && /\.tsx?$/.test(next)) reached.add(next)
    }
  }
  return loaders
}

/** Every file that runs in production, with its imports. */
export function readProduction(root: string, files: readonly string[]): Map<string, string[]> {
  const production = files.filter(
    (file) => /\.tsx?$/.test(file) && packageOf(file) && !/\.test\.tsx?$|\/testing\/|vite\.config\.ts$/.test(file),
  )
  return readImports(root, production)
}

/** Every script, with its imports. */
export const readScripts = (root: string, files: readonly string[]): Map<string, string[]> =>
  readImports(
    root,
    files.filter((file) => /^scripts\/.+\.(?:ts|mjs)$/.test(file) && !file.endsWith('.test.ts')),
  )

function readImports(root: string, files: readonly string[]): Map<string, string[]> {
  // A deleted file stays in Git's index until it is staged.
  const present = files.filter((file) => existsSync(join(root, file)))
  return new Map(present.map((file) => [file, importsOf(readFileSync(join(root, file), 'utf8'))]))
}

/** Permissions of the table to import a room that does not stand above in it: rooms have one direction. */
export const upwardPermissions = (): string[] =>
  Object.keys(rooms).flatMap((from, index) =>
    roomsBelow(from).flatMap((to) => (Object.keys(rooms).indexOf(to) < index ? [] : [`${from} -> ${to}`])),
  )

/** Imports between rooms that the table permits and no file needs. */
export function unusedPermissions(production: ReadonlyMap<string, readonly string[]>): string[] {
  const used = new Set(
    [...production].flatMap(([file, specifiers]) =>
      specifiers.map((specifier) => `${roomOf(file)} -> ${roomOf(fileOf(file, specifier) ?? '')}`),
    ),
  )
  return Object.keys(rooms)
    .flatMap((from) => roomsBelow(from).map((to) => `${from} -> ${to}`))
    .filter((permission) => !used.has(permission))
}

/** Groups of files that import each other in a circle. */
export function circlesOf(production: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    const own = index.size
    index.set(file, own)
    lowest.set(file, own)
    stack.push(file)
    for (const specifier of production.get(file) ?? []) {
      const next = fileOf(file, specifier)
      if (next === undefined || !production.has(next)) continue
      if (!index.has(next)) lowest.set(file, Math.min(lowest.get(file) ?? own, visit(next)))
      else if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? own, index.get(next) ?? own))
    }
    const low = lowest.get(file) ?? own
    if (low === own) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) circles.push(group)
    }
    return low
  }
  for (const file of production.keys()) if (!index.has(file)) visit(file)
  return circles
}
