import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Tool, toolsFor } from '@rollcall/shared/node/tool-list.ts'
import { createVitest, parseCLI } from 'vitest/node'

/** Programs that are started for a tool that is none itself, or by another one. */
const startedBy: Readonly<Record<string, string>> = {
  postgres: 'initdb',
  'OpenStack Swift': 's3-server.py',
  "Samba's directory schema": 'samba',
}
/** Functions of the tests and of the product that find or start a program. */
const starters = 'findProgram|findTool|required|runProcess|runTool|must|spawn|execFileSync|output|snmp'
/** Starts programs by names in tables. */
const harness = 'test/harness/'
/** Names every tool, and runs none. */
const list = 'shared/src/node/tool-list.ts'
/** Starts the whole product, which runs tools of its own. */
const product = 'test/harness/rollcall.ts'
/** Checks that every tool is there. */
const check = 'test/house/tools.test.ts'

type Needs = { tools: readonly Tool[]; web: boolean }

const everything: Needs = { tools: toolsFor('test'), web: true }

/** Serves the web interface. */
const web = 'collector/src/http/web/web.ts'

/** Returns what the tests chosen by these arguments of vitest need; everything without arguments. */
export async function needsOfTests(args: readonly string[], projectDir: string): Promise<Needs> {
  if (args.length === 0) return everything
  const { filter, options } = parseCLI(['vitest', 'run', ...args])
  const vitest = await createVitest('test', { ...options, watch: false })
  try {
    const chosen = await vitest.globTestSpecifications(filter)
    const setUp = chosen.flatMap(({ project }) => [project.config.globalSetup].flat())
    return needsOfFiles([...chosen.map(({ moduleId }) => moduleId), ...setUp], projectDir)
  } finally {
    await vitest.close()
  }
}

/** Returns the tools that these files run, or the files that they import, and whether they serve the web interface. */
export function needsOfFiles(files: readonly string[], projectDir: string): Needs {
  const sources = importedBy(files, projectDir)
  if (sources.has(check)) return everything
  const texts = [...sources].filter(([file]) => file !== list)
  const isRun = ({ name }: Tool) => {
    const program = startedBy[name] ?? name
    const start = new RegExp(
      String.raw`\b(?:${starters})\('${program}'|program: '${program}'|exec\('\w+', '${program}'`,
    )
    // Not "ip", which is a kind of evidence too.
    const named = program.length > 2 ? `'${program}'` : undefined
    return texts.some(([file, text]) => start.test(text) || (named && file.startsWith(harness) && text.includes(named)))
  }
  const runsProduct = sources.has(product)
  return {
    tools: everything.tools.filter((tool) => isRun(tool) || (tool.neededBy === 'run' && runsProduct)),
    web: runsProduct || sources.has(web),
  }
}

/** Reads the files and everything of ours that they import or start as a thread or process. */
function importedBy(files: readonly string[], projectDir: string): Map<string, string> {
  const sources = new Map<string, string>()
  const waiting = files.map((file) => resolve(projectDir, file))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const path = relative(projectDir, file)
    if (sources.has(path) || !existsSync(file)) continue
    const source = readFileSync(file, 'utf8')
    sources.set(path, source)
    for (const [, name = ''] of source.matchAll(/'((?:\.{1,2}|@rollcall\/[\w-]+)\/[^']+\.(?:ts|mjs|js))'/g)) {
      const [, part, inPart] = /^@rollcall\/([\w-]+)\/(.+)$/.exec(name) ?? []
      waiting.push(part ? join(projectDir, part, 'src', inPart ?? '') : resolve(dirname(file), name))
    }
  }
  return sources
}
