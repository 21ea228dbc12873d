import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { type Host, runText } from '../../../platform/host.ts'
import { isEntry, textIn } from '../../loose-values.ts'
import type { Container, HardwarePart } from '../../parts.ts'
import type { OnCut, Source } from '../../source.ts'
import { linesOf, timeOfText } from '../../text.ts'
import { upTo } from '../../up-to.ts'
import { grepFiles } from './grep-files.ts'

const ofSystem = '/var/lib/docker'
const ofSnap = '/var/snap/docker/common/var-lib-docker'
const settingsFolder = '/etc/docker'
const containersMax = 4_096

/**
 * Lists containers of Docker from its files, which only root can read; as another user, from its daemon. The files
 * also hold the environment of each container, with its passwords.
 */
export const docker: Source<HardwarePart> = {
  name: 'docker',
  reads: ['containers[docker]'],
  // The daemon answers, and may have to start first.
  timeoutMs: 15_000,
  isAvailable: async (host) =>
    (await presentRoots(host)).length > 0 ||
    ((await host.listFolder('/run')).includes('docker.sock') && (await host.hasProgram('docker'))),
  collect: async (host, onCut) => {
    const roots = await presentRoots(host)
    if (roots.length === 0) return { containers: await listByDaemon(host) }
    const listed = await Promise.all(
      roots.map(async (root) =>
        (await host.listFolder(`${root}/containers`))
          .filter((name) => /^[0-9a-f]{64}$/.test(name))
          .map((id) => ({ id, path: `${root}/containers/${id}/config.v2.json` })),
      ),
    )
    return { containers: await readFiles(host, upTo(listed.flat(), containersMax, 'containers', onCut), onCut) }
  },
}

const fields = '"(Name|Created|Image)":"[^"\\\\]*"|"(Running|Paused)":(true|false)'

/** Returns the folders of data that this user may list. After `data-root` has changed, the former one has old containers. */
async function presentRoots(host: Host): Promise<string[]> {
  const roots = [(await dataRoot(host)) ?? ofSystem, ofSnap]
  const listed = await Promise.all(roots.map((root) => host.listFolder(root)))
  return roots.filter((_, index) => listed[index]?.length)
}

/** Returns the folder that daemon.json names; the file may hold a password of a proxy. */
async function dataRoot(host: Host): Promise<string | undefined> {
  if (!(await host.listFolder(settingsFolder)).includes('daemon.json')) return undefined
  const path = `${settingsFolder}/daemon.json`
  const [match = ''] = (await grepFiles(host, '"(data-root|graph)" *: *"/[^"]*"', [path])).get(path) ?? []
  return /"(\/[^"]*?)\/?"$/.exec(match)?.[1]
}

type Config = { id: string; path: string }

async function readFiles(host: Host, configs: readonly Config[], onCut?: OnCut): Promise<Container[]> {
  const paths = configs.map(({ path }) => path)
  const found = await grepFiles(host, fields, paths, onCut)
  return configs.flatMap(({ id, path }) => {
    const matches = found.get(path) ?? []
    return matches.length === 0 ? [] : parseConfig(id, matches)
  })
}

/**
 * Parses `"Name":"/web"`. A label may have the same key: a name begins with a slash and is the last one. Of the others
 * the first counts, except that an image has a hash and a name.
 */
export function parseConfig(id: string, matches: readonly string[]): Container {
  const values = matches.flatMap((match) => {
    const [, name = '', value = ''] = /^"(\w+)":"?([^"]*)"?$/.exec(match) ?? []
    return { name, value }
  })
  const first = (wanted: string) => values.find(({ name }) => name === wanted)?.value
  const own = values.findLast(({ name, value }) => name === 'Name' && value.startsWith('/'))
  const image = values.find(({ name, value }) => name === 'Image' && !value.startsWith('sha256:'))?.value
  return {
    runtime: 'docker',
    id,
    name: own?.value.slice(1) || undefined,
    image: image ?? first('Image'),
    createdAt: timeOfText(first('Created')),
    state: first('Paused') === 'true' ? 'paused' : first('Running') === 'true' ? 'running' : 'stopped',
  }
}

/** Not all fields: a command and a label may hold a secret. */
const shownFields = `{${['ID', 'Names', 'Image', 'State', 'CreatedAt'].map((name) => `"${name}":{{json .${name}}}`).join(',')}}`

async function listByDaemon(host: Host): Promise<Container[]> {
  const args = ['ps', '--all', '--no-trunc', '--format', shownFields]
  return parseDockerPs(await runText(host, 'docker', args, { timeoutMs: 10_000, asRoot: true }))
}

/** Parses one JSON object per line; `CreatedAt` is `2026-11-20 08:00:00 +0000 UTC`. */
export function parseDockerPs(text: string): Container[] {
  return linesOf(text).flatMap((line): Container[] => {
    const row = parseJson(line)
    const id = isEntry(row) ? textIn(row, 'ID') : undefined
    if (!isEntry(row) || id === undefined) return []
    const state = textIn(row, 'State')
    return [
      {
        runtime: 'docker',
        id,
        name: textIn(row, 'Names'),
        image: textIn(row, 'Image'),
        createdAt: timeOfText(textIn(row, 'CreatedAt')?.replace(/ [A-Z]+$/, '')),
        state: state === 'paused' ? 'paused' : state === 'running' || state === 'restarting' ? 'running' : 'stopped',
      },
    ]
  })
}
