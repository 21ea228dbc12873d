import { basename, dirname } from 'node:path/posix'
import { type Host, readUpTo, runText } from '../../../platform/host.ts'
import { cachedByFiles } from '../../cached-by-times.ts'
import { mapBounded } from '../../map-bounded.ts'
import type { HardwarePart, SystemService } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { linesOf } from '../../text.ts'
import { upTo } from '../../up-to.ts'

/** Folders of unit files, the first one wins (systemd.unit(5)). Those of transient units are left out. */
const unitFolders = [
  '/etc/systemd/system',
  '/etc/systemd/system.attached',
  '/run/systemd/system',
  '/run/systemd/system.attached',
  '/run/systemd/generator',
  '/usr/local/lib/systemd/system',
  '/usr/lib/systemd/system',
  '/lib/systemd/system',
  '/run/systemd/generator.late',
]
/** Another unit file shows in the times of its folder, an enabled one in those of a folder of links inside. */
const unitFiles = unitFolders.flatMap((folder) => [
  { folder: dirname(folder), suffix: basename(folder) },
  { folder, suffix: '' },
])
const unitBytesMax = 64 * 1024
const servicesMax = 4_096
/** Options that every version since 2013 has. */
const listOptions = ['--type=service', '--full', '--no-legend', '--no-pager']

/**
 * Lists the services that have a unit file, loaded or not. Units without a file come and go with sessions, connections
 * and timers, and the description of one is often its command line, which may hold a secret.
 */
export const systemdServices: Source<HardwarePart> = {
  name: 'systemd-services',
  reads: ['systemServices'],
  // It reads a file for each service.
  timeoutMs: 15_000,
  // systemd is the init process: sd_booted(3).
  isAvailable: async (host) =>
    (await host.listFolder('/run/systemd')).includes('system') && (await host.hasProgram('systemctl')),
  collect: async (host, onCut) => {
    const list = (command: string, ...more: string[]) =>
      runText(host, 'systemctl', [command, ...listOptions, ...more], { timeoutMs: 10_000, isPrivate: true })
    const [loaded, text] = await Promise.all([
      list('list-units', '--all', '--plain'),
      // systemd reads all unit files for its list, which takes it longer than the agent's whole run.
      cachedByFiles(host, 'systemd-services', { files: unitFiles }, async () => {
        const [states, files] = await Promise.all([list('list-unit-files'), readUnitFiles(host)])
        // One more than are shown, which tells a later run of this text that some are missing.
        const units = unitsOf(parseUnitFileStates(states), files.started).slice(0, servicesMax + 1)
        return JSON.stringify(await mapBounded(units, 16, (unit) => describe(host, unit, files)))
      }),
    ])
    const services = JSON.parse(text) as Omit<SystemService, 'state'>[]
    return { systemServices: withStates(upTo(services, servicesMax, 'services', onCut), parseStates(loaded)) }
  },
}

type Unit = Pick<SystemService, 'name'> & { isMasked: boolean }

/**
 * Returns a unit for each file, and for each instance of a template that starts at boot. Other instances, such as those
 * of connections, count for their template.
 */
function unitsOf(fileStates: ReadonlyMap<string, string>, started: ReadonlySet<string>): Unit[] {
  const isOwn = (name: string) => !/^(alias|transient|bad)/.test(fileStates.get(name) ?? 'bad')
  const instances = [...started].filter((name) => !fileStates.has(name) && isOwn(templateOf(name)))
  const names = new Set([...[...fileStates.keys()].filter(isOwn), ...instances])
  return [...names].map((name) => ({ name, isMasked: /^masked/.test(fileStates.get(name) ?? '') }))
}

function withStates(
  services: readonly Omit<SystemService, 'state'>[],
  states: ReadonlyMap<string, SystemService['state']>,
): SystemService[] {
  const names = new Set(services.map(({ name }) => name))
  const groups = Map.groupBy(states, ([name]) => (names.has(name) ? name : templateOf(name)))
  return services.map(({ name, description, ...details }) => {
    const found = groups.get(name)?.map(([, state]) => state) ?? []
    const state = (['running', 'failed'] as const).find((state) => found.includes(state)) ?? 'stopped'
    return { name, description, state, ...details }
  })
}

/** `getty@tty1.service` is made from the file `getty@.service`. */
const templateOf = (name: string): string => name.replace(/@.*\.service$/, '@.service')

/** The characters that systemd allows in the name of a unit. */
const unitName = /^[\w:.\\@-]{1,247}\.service$/

/** Parses `UNIT LOAD ACTIVE SUB DESCRIPTION`; older versions print a mark before a failed unit. */
export function parseStates(text: string): Map<string, SystemService['state']> {
  const rows = linesOf(text).map((line) => line.split(/\s+/, 5).filter(({ length }) => length > 1))
  return new Map(
    rows.flatMap(([name = '', load, active = '']) =>
      unitName.test(name) && load !== 'not-found' ? [[name, states.get(active) ?? 'stopped']] : [],
    ),
  )
}

const states = new Map<string, SystemService['state']>([
  ['active', 'running'],
  ['reloading', 'running'],
  ['refreshing', 'running'],
  ['activating', 'running'],
  ['failed', 'failed'],
])

/** Parses `FILE STATE PRESET`. */
export function parseUnitFileStates(text: string): Map<string, string> {
  const rows = linesOf(text).map((line) => line.split(/\s+/, 2))
  return new Map(rows.flatMap(([name = '', state]) => (unitName.test(name) && state ? [[name, state]] : [])))
}

type UnitFiles = {
  /** Folder of each unit file. */
  folders: Map<string, string>
  /** Units that another unit starts at boot. */
  started: Set<string>
}

/** Reads the names of unit files, and the links that `systemctl enable` made. */
async function readUnitFiles(host: Host): Promise<UnitFiles> {
  const folders = new Map<string, string>()
  const links: string[] = []
  const listed = await Promise.all(unitFolders.map((folder) => host.listFolder(folder)))
  for (const [index, folder] of unitFolders.entries()) {
    for (const name of listed[index] ?? []) {
      if (name.endsWith('.service') && !folders.has(name)) folders.set(name, folder)
      // A unit file may have links of its own; only those of targets, timers and the like start others.
      else if (/\.(wants|requires|upholds)$/.test(name)) links.push(`${folder}/${name}`)
    }
  }
  const started = (await Promise.all(links.map((folder) => host.listFolder(folder)))).flat()
  return { folders, started: new Set(started.filter((name) => unitName.test(name))) }
}

async function describe(
  host: Host,
  { isMasked, name }: Unit,
  { folders, started }: UnitFiles,
): Promise<Omit<SystemService, 'state'>> {
  const file = folders.has(name) ? name : templateOf(name)
  const folder = folders.get(file)
  const text =
    folder === undefined || isMasked ? undefined : await readUpTo(host, `${folder}/${file}`, unitBytesMax, 'private')
  const { description, ...details } = parseUnitFile(text ?? '')
  const [, instance] = /@(.+)\.service$/.exec(name) ?? []
  return {
    name,
    description: instance === undefined ? description : description?.replace(/%[iI]/g, () => instance),
    start: isMasked ? 'disabled' : started.has(name) ? 'automatic' : 'manual',
    ...details,
  }
}

/** Returns the description, the program and the user of a unit file; its arguments may hold a secret. */
export function parseUnitFile(unitText: string): Pick<SystemService, 'description' | 'program' | 'user'> {
  const text = unitText.replaceAll('\\\n', ' ')
  const [, description] = /^Description[ \t]*=[ \t]*(\S.*)$/m.exec(text) ?? []
  const [, program] = /^ExecStart[ \t]*=[-@:+!| \t]*("[^"\n]*"|[^\s"@:+!|-][^\s"]*)/m.exec(text) ?? []
  const [, user] = /^User[ \t]*=[ \t]*(\S+)/m.exec(text) ?? []
  return { description: description?.trimEnd(), program: program?.replaceAll('"', '') || undefined, user }
}
