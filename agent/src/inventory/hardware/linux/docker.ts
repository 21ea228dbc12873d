import { type Host, runText } from '../../../platform/host.ts'
import { isEntry, textIn } from '../../loose-values.ts'
import type { Container, HardwarePart } from '../../parts.ts'
import type { OnCut, Source } from '../../source.ts'
import { linesOf, parseJson, timeOfText } from '../../text.ts'
import { upTo } from '../../up-to.ts'
import { grepFiles } from './grep-files.ts'

const folder = '/var/lib/docker/containers'
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
    (await host.listFolder(folder)).length > 0 ||
    ((await host.listFolder('/run')).includes('docker.sock') && (await host.hasProgram('docker'))),
  collect: async (host, onCut) => {
    const ids = (await host.listFolder(folder)).filter((name) => /^[0-9a-f]{64}$/.test(name))
    const isRoot = (await host.listFolder('/var/lib/docker')).length > 0
    return {
      containers: isRoot
        ? await readFiles(host, upTo(ids, containersMax, 'containers', onCut), onCut)
        : await listByDaemon(host),
    }
  },
}

const fields = '"(Name|Created|Image)":"[^"\\\\]*"|"(Running|Paused)":(true|false)'

async function readFiles(host: Host, ids: readonly string[], onCut?: OnCut): Promise<Container[]> {
  const found = await grepFiles(
    host,
    fields,
    ids.map((id) => `${folder}/${id}/config.v2.json`),
    onCut,
  )
  return ids.flatMap((id) => {
    const matches = found.get(`${folder}/${id}/config.v2.json`) ?? []
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
