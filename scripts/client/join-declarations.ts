import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Modules whose types the exported ones use. */
const modules = ['errors', 'types', 'client', 'webhooks']

/** Joins the declarations that tsc has written to a folder into one file. It exports what `index.ts` exports. */
export async function joinDeclarations(dir: string): Promise<string> {
  const read = (name: string) => readFile(join(dir, `${name}.d.ts`), 'utf8')
  const [exported = '', api = '', ...texts] = await Promise.all(['index', 'api', ...modules].map(read))
  const inner = texts.join('').replace(/^import .*\n|^export (\{\};\n)?/gm, '')
  return compact(inner + exported.replace(/^export type \* .*\n| from '.*'/gm, '') + api)
}

/** Removes indentation, and spaces around punctuation outside comments and literals. They are a tenth of the package. */
const compact = (types: string): string =>
  types.replace(
    /(\/\*.*?\*\/|(['"`]).*?\2)|^ +|;$|^\n| *([=:|&?,<>(){}[\]]+) */gms,
    (_, kept = '', _quote, mark = '') => kept + mark,
  )
