import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { makeFolder } from '@rollcall/shared/node/durable-files.ts'
import { build, type Plugin } from 'esbuild'
import { type BundledPackage, packagesOf } from './bundled-packages.ts'
import { targetPackage } from './target-packages.ts'

type BundleOptions = {
  projectDir: string
  /** The module that exports `main`, relative to the project. */
  entry: string
  /** Platform and architecture, such as `linux-arm64`. */
  target: string
  /** Is emptied first. */
  outDir: string
}

/** Places in a checkout that have a fixed place in a bundle, relative to the bundle's JavaScript. */
const places = new Map([
  ['', '..'],
  ['.tools/bin', '../bin'],
  ['cli/bin/rollcall.js', './rollcall.cjs'],
])

/** Optional packages of libraries; none of them is installed. */
const unused = ['bufferutil', 'utf-8-validate', 'pg-native', 'cpu-features']

/** Gives our code what a module has. */
const banner = `const bundleUrl = require('node:url').pathToFileURL(__filename).href`
const define = {
  'import.meta.url': 'bundleUrl',
  'import.meta.dirname': '__dirname',
  'import.meta.filename': '__filename',
}

/** Files of the start, which are not bundled. */
const launcher = [
  ['launcher.cjs', 'rollcall.cjs'],
  ['compiled-code.cjs', 'compiled-code.cjs'],
] as const

/** Small programs of the agent. */
const smallPrograms = [
  { entry: 'cli/src/agent-run.ts', partOf: 'cli/src/commands/agent.ts', name: 'agent-run.cjs' },
  { entry: 'cli/src/agent-watch.ts', partOf: 'cli/src/commands/agent.ts', name: 'agent-watch.cjs' },
]

/**
 * Bundles a program: one file of JavaScript, one for each small program, one for each of its threads, its native modules (`native/`) and the files
 * it reads (`resources/`). Resolves to the packages inside.
 */
export async function bundle({ projectDir, entry, target, outDir }: BundleOptions): Promise<BundledPackage[]> {
  await rm(outDir, { recursive: true, force: true })
  await makeFolder(outDir, 0o755)
  const threads = new Set<string>()
  const copies = new Map<string, string>()
  const koffi = await targetPackage(`@koromix/koffi-${target}`, projectDir)
  copies.set(join(koffi, target.replace('-', '_'), 'koffi.node'), 'native/koffi.node')
  const inputs = new Set<string>()
  const write = async (source: string, name: string) => {
    const { metafile } = await build({
      entryPoints: [source],
      outfile: join(outDir, name),
      absWorkingDir: projectDir,
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'cjs',
      charset: 'ascii',
      minifyWhitespace: true,
      // An uncaught error prints the line that it comes from.
      lineLimit: 200,
      define,
      legalComments: 'none',
      banner: { js: banner },
      external: unused,
      plugins: [resources(projectDir, threads, copies), natives(target, copies), optionalTracing, builtins],
      logLevel: 'warning',
      metafile: true,
    })
    await writeFile(join(outDir, name), asciiOnly(await readFile(join(outDir, name), 'utf8')))
    for (const file of Object.keys(metafile.inputs)) inputs.add(join(projectDir, file))
  }
  await write(entry, 'main.cjs')
  for (const { entry: small, partOf, name } of smallPrograms) {
    if (inputs.has(join(projectDir, partOf))) await write(small, name)
  }
  for (const thread of threads) await write(thread, threadName(thread))
  for (const [from, to] of launcher) await cp(join(projectDir, 'scripts', 'release', from), join(outDir, to))
  for (const [from, to] of copies) await cp(from, join(outDir, to), { recursive: true, dereference: true })
  return packagesOf([...inputs, ...copies.keys()], join(projectDir, 'collector', 'web', 'dist'))
}

/**
 * Escapes the characters that esbuild leaves in regular expressions. Because of a single one, Node would keep the whole
 * program in twice the memory.
 */
const asciiOnly = (code: string) =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const threadName = (file: string) => basename(file).replace(/\.ts$/, '.cjs')
const urlOf = (place: string) => `new URL('${place}', import.meta.url)`

/** Finds a place in the bundle for each file that our code opens by its own address or by the name of a package. */
function resources(projectDir: string, threads: Set<string>, copies: Map<string, string>): Plugin {
  const placeOf = (file: string) => {
    const place = places.get(relative(projectDir, file))
    if (place !== undefined) return place
    if (file.endsWith('.ts')) {
      threads.add(file)
      return `./${threadName(file)}`
    }
    const name = `resources/${basename(file)}`
    copies.set(file, name)
    return `./${name}`
  }
  return {
    name: 'resources',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path.includes('/node_modules/')) return undefined
        const code = await readFile(path, 'utf8')
        const contents = code
          .replaceAll(/new URL\('([^']+?)(\/?)', import\.meta\.url\)/g, (_, name: string, slash: string) =>
            urlOf(placeOf(resolve(dirname(path), name)) + slash),
          )
          .replaceAll(/createRequire\(import\.meta\.url\)\.resolve\('([^']+)'\)/g, (_, name: string) => {
            const file = createRequire(path).resolve(name)
            const place = `resources/${name.split('/')[0]}/${basename(file)}`
            copies.set(file, place)
            return `process.getBuiltinModule('node:url').fileURLToPath(${urlOf(`./${place}`)})`
          })
        return { contents, loader: 'ts' }
      })
    },
  }
}

/** better-auth traces if this package is there. prom-client does not start without it. */
const optionalTracing: Plugin = {
  name: 'optional-tracing',
  setup({ onResolve }) {
    onResolve({ filter: /^@opentelemetry\/api$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

/**
 * Takes from modules of Node only the exports that are used. An import statement reads all of them, and that of
 * `node:http` loads Node's WebSocket client with them: a fifth of the time in which the program loads.
 */
const builtins: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtins', sideEffects: false } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'builtins' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => name !== 'default')
      const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => whole.${name})()`)
      const whole = `const whole = /* @__PURE__ */ process.getBuiltinModule('${path}')`
      return { contents: [whole, 'export default whole', ...exported].join('\n'), loader: 'js' }
    })
  },
}

/** Loads native modules of the target from `native/`. */
function natives(target: string, copies: Map<string, string>): Plugin {
  return {
    name: 'natives',
    setup({ onResolve, onLoad, resolve: find }) {
      onResolve({ filter: /^better-sqlite3$/ }, ({ kind, resolveDir }) =>
        find(`better-sqlite3/${target}`, { kind, resolveDir }),
      )
      onResolve({ filter: /prebuilds\/.*\.node$/ }, ({ path, resolveDir }) => {
        const name = 'native/better-sqlite3.node'
        copies.set(resolve(resolveDir, path), name)
        return { path: `./${name}`, external: true }
      })
      onResolve({ filter: /sshcrypto\.node$/ }, ({ path }) => ({ path, external: true }))
      onLoad({ filter: /\/koffi\/.*\/static\.js$/ }, () => {
        return { contents: "export const loadStatic = () => require('./native/koffi.node')", loader: 'js' }
      })
      onResolve({ filter: /^\.\/native\/koffi\.node$/ }, ({ path }) => ({ path, external: true }))
    },
  }
}
