import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { readAptSources, releaseMirror } from '../set-up/apt-sources.ts'
import type { PackageOptions } from './deb.ts'
import { programDir } from './package-contents.ts'
import { runTool } from './run-tool.ts'
import { debianArchitectures } from './target-packages.ts'

const suite = 'bookworm'
/** User and group of the process; the same in every release, since volumes belong to it. */
const uid = 10_001

/** In nanoseconds. */
const second = 1_000_000_000

type Blob = { mediaType: string; digest: string; size: number }

/**
 * Writes a container image and returns the path of its archive, which `podman load` and `docker load` read (OCI image
 * layout, with the manifest of `docker save`). The system below comes from packages of Debian, without a registry.
 */
export async function writeImage(options: PackageOptions): Promise<string> {
  const { part, root, version, arch, compression, builtAt, outDir } = options
  const architecture = debianArchitectures[arch]
  if (part.image === undefined) throw new OperatorError(`rollcall-${part.name} has no image`)
  if (architecture === undefined) throw new OperatorError(`Debian has no architecture ${arch}`)
  const work = join(root, '..')
  const layout = join(work, 'layout')
  await mkdir(join(layout, 'blobs', 'sha256'), { recursive: true })

  const put = async (content: Buffer, mediaType: string): Promise<Blob> => {
    const hex = createHash('sha256').update(content).digest('hex')
    await writeFile(join(layout, 'blobs', 'sha256', hex), content)
    return { mediaType, digest: `sha256:${hex}`, size: content.length }
  }
  const putLayer = async (tar: string) => {
    const content = await readFile(tar)
    await rm(tar)
    const diffId = `sha256:${createHash('sha256').update(content).digest('hex')}`
    const level = compression === 'none' ? 1 : 9
    const blob = await put(gzipSync(content, { level }), 'application/vnd.oci.image.layer.v1.tar+gzip')
    return { diffId, blob }
  }

  const layers = [await putLayer(await systemLayer(options, architecture)), await putLayer(await programLayer(options))]
  const created = new Date(builtAt * 1000).toISOString()
  const config = await put(
    json({
      architecture,
      os: 'linux',
      created,
      config: {
        User: `${uid}:${uid}`,
        Env: ['PATH=/usr/bin:/bin', ...Object.entries(part.image.env).map((pair) => pair.join('='))],
        Entrypoint: [`${programDir(part.name)}/rollcall`, part.name],
        Cmd: ['run'],
        ExposedPorts: Object.fromEntries(part.image.ports.map((port) => [`${port}/tcp`, {}])),
        Volumes: { [part.stateDir]: {} },
        WorkingDir: part.stateDir,
        StopSignal: 'SIGTERM',
        // Docker reads it. The OCI format has no health check, and podman ignores this one.
        Healthcheck: {
          Test: ['CMD', `${programDir(part.name)}/rollcall`, part.name, 'status'],
          Interval: part.image.health.intervalS * second,
          Timeout: 20 * second,
          StartPeriod: part.image.health.startS * second,
        },
        Labels: {
          'org.opencontainers.image.title': `rollcall-${part.name}`,
          'org.opencontainers.image.description': part.summary,
          'org.opencontainers.image.version': version,
          'org.opencontainers.image.licenses': 'Apache-2.0',
        },
      },
      rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
      history: layers.map(() => ({ created, created_by: 'npm run release' })),
    }),
    'application/vnd.oci.image.config.v1+json',
  )
  const name = `rollcall-${part.name}`
  const reference = `localhost/${name}:${version}`
  const manifest = await put(
    json({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config,
      layers: layers.map(({ blob }) => blob),
    }),
    'application/vnd.oci.image.manifest.v1+json',
  )
  const annotations = { 'org.opencontainers.image.ref.name': version, 'io.containerd.image.name': reference }
  const files = {
    'oci-layout': { imageLayoutVersion: '1.0.0' },
    'index.json': { schemaVersion: 2, manifests: [{ ...manifest, annotations }] },
    'manifest.json': [
      { Config: pathOf(config), RepoTags: [reference], Layers: layers.map(({ blob }) => pathOf(blob)) },
    ],
  }
  for (const [file, content] of Object.entries(files)) await writeFile(join(layout, file), json(content))
  const file = join(outDir, `${name}-${version}-image-${architecture}.tar`)
  await archive(layout, file, builtAt)
  return file
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const pathOf = ({ digest }: Blob): string => `blobs/${digest.replace(':', '/')}`

/** Builds the Debian system: the C library, a shell, the packages that the part uses, its user and its state folder. */
async function systemLayer({ part, root, builtAt }: PackageOptions, architecture: string): Promise<string> {
  const file = join(root, '..', 'system.tar')
  const mirror = releaseMirror(readAptSources(), 'main')
  if (mirror === undefined) throw new OperatorError('this machine has no source of Debian packages')
  const user = `rollcall-${part.name}`
  const { packages = [], capabilities = '', capable = [] } = part.image ?? {}
  const setUp = [
    `echo "${user}:x:${uid}:${uid}:Rollcall ${part.name}:${part.stateDir}:/usr/sbin/nologin" >> "$1/etc/passwd"`,
    `echo "${user}:x:${uid}:" >> "$1/etc/group"`,
    `install -d -m 0700 -o ${uid} -g ${uid} "$1${part.stateDir}"`,
    ...capable.map((program) => `setcap ${capabilities} "$1${program}"`),
    // Records of the installation, which differ each time.
    'rm -rf "$1"/var/log/* "$1"/var/cache/* "$1"/var/lib/apt/lists/* "$1"/etc/.pwd.lock',
  ]
  const left = ['/usr/share/man/*', '/usr/share/locale/*', '/usr/share/doc/*', '/usr/share/info/*']
  await runTool(
    'mmdebstrap',
    [
      ...['--quiet', '--mode=root', '--variant=essential', `--architectures=${architecture}`],
      `--include=${['libstdc++6', 'ca-certificates', ...packages].join(',')}`,
      '--aptopt=APT::Install-Recommends "false"',
      ...left.map((path) => `--dpkgopt=path-exclude=${path}`),
      '--dpkgopt=path-include=/usr/share/doc/*/copyright',
      ...setUp.map((command) => `--customize-hook=${command}`),
      ...[suite, file, mirror],
    ],
    { SOURCE_DATE_EPOCH: `${builtAt}` },
  )
  return file
}

/** Packs the files of the part. Node and nmap get the capabilities that the part needs, since its user is not root. */
async function programLayer({ part, root, builtAt }: PackageOptions): Promise<string> {
  const file = join(root, '..', 'program.tar')
  await rm(join(root, 'etc'), { recursive: true, force: true })
  await rm(join(root, 'usr/lib/systemd'), { recursive: true, force: true })
  await rm(join(root, 'usr/lib/sysusers.d'), { recursive: true, force: true })
  await mkdir(join(root, 'usr/bin'), { recursive: true })
  await runTool('ln', ['-s', `${programDir(part.name)}/rollcall`, join(root, 'usr/bin/rollcall')])
  if (part.image?.capabilities !== undefined) {
    // The file is shared with the other formats, which get their capabilities from systemd.
    const node = join(root, programDir(part.name), 'bin/node')
    const own = await readFile(node)
    await rm(node)
    await writeFile(node, own, { mode: (await stat(root)).mode & 0o777 })
    await runTool('setcap', [part.image.capabilities, node])
  }
  await archive(root, file, builtAt)
  return file
}

/** Packs a folder with the same bytes each time. */
async function archive(folder: string, file: string, builtAt: number): Promise<void> {
  const same = ['--sort=name', `--mtime=@${builtAt}`, '--owner=0', '--group=0', '--numeric-owner', '--format=posix']
  const headers = ['--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime']
  const capabilities = ['--xattrs', '--xattrs-include=security.capability']
  await runTool('tar', [...same, ...headers, ...capabilities, '-C', folder, '-cf', file, '.'])
}
