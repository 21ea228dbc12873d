import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { type Host, runText } from '../../platform/host.ts'
import { entriesIn, entryIn, isEntry, textsIn } from '../loose-values.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { OnCut, Source } from '../source.ts'
import { linesOf } from '../text.ts'

/** Profiles of the machine and of root. Links in users' profiles lead to files of root, so they are not followed. */
const profiles = [
  '/nix/var/nix/profiles/default',
  '/nix/var/nix/profiles/per-user/root/profile',
  '/root/.local/state/nix/profiles/profile',
]
const systemProfile = '/run/current-system/sw'
const manifestBytesMax = 16 * 1024 * 1024

/** Lists the packages of Nix profiles and of the system of NixOS, without their dependencies. */
export const nix: Source<SoftwarePart> = {
  name: 'nix',
  reads: ['[nix]'],
  // The program reads the whole store on a cold disk.
  timeoutMs: 15_000,
  isAvailable: async (host) => (await host.listFolder('/nix/var/nix')).length > 0,
  collect: async (host, onCut) => {
    const paths = await Promise.all([...profiles.map((profile) => readProfile(host, profile, onCut)), readSystem(host)])
    return paths.flat().flatMap((path) => parseStorePath(path) ?? [])
  },
}

async function readProfile(host: Host, profile: string, onCut?: OnCut): Promise<string[]> {
  const [json, expression] = await Promise.all(
    ['manifest.json', 'manifest.nix'].map((name) => host.readFile(`${profile}/${name}`, manifestBytesMax, 0)),
  )
  if (json === undefined) return parseManifestNix(expression ?? '')
  const paths = parseManifestJson(json)
  if (paths === undefined) onCut?.(`cannot read ${profile}/manifest.json`)
  return paths ?? []
}

async function readSystem(host: Host): Promise<string[]> {
  if ((await host.listFolder(systemProfile)).length === 0 || !(await host.hasProgram('nix-store'))) return []
  return linesOf(await runText(host, 'nix-store', ['--query', '--references', systemProfile], { timeoutMs: 10_000 }))
}

/**
 * Returns the store paths of `nix profile`; versions 1 and 2 of the file have a list, version 3 has names. Returns
 * undefined for a text that is no object.
 */
export function parseManifestJson(text: string): string[] | undefined {
  const manifest = parseJson(text)
  if (!isEntry(manifest)) return undefined
  const elements = [
    ...entriesIn(manifest, 'elements'),
    ...Object.values(entryIn(manifest, 'elements') ?? {}).filter(isEntry),
  ]
  return elements
    .filter((element) => element['active'] !== false)
    .flatMap((element) => textsIn(element, 'storePaths').slice(0, 1))
}

/** Returns the store paths of `nix-env`. */
export const parseManifestNix = (text: string): string[] =>
  [...text.matchAll(/(?<=[;}] )outPath = "(\/nix\/store\/[^"]+)"; outputs = /g)].map(([, path = '']) => path)

/** Outputs of a package beside its programs. */
const outputs = /-(?:bin|dev|doc|info|lib|man|out)$/

/** Parses `/nix/store/<hash>-hello-2.12.1`: the version begins after the first hyphen that no letter follows. */
export function parseStorePath(path: string): Package | undefined {
  const [, name, version = ''] =
    /^\/nix\/store\/[a-z0-9]{32}-(.+?)(?:-([^A-Za-z].*))?$/.exec(path.trim().replace(outputs, '')) ?? []
  return name === undefined ? undefined : { name, version, source: 'nix' }
}
