import { decisionRows, interfaceRows, type RowId } from './proves.ts'

/** A test and the rows it proves. */
export type ProvingTest = { file: string; name: string; proves: readonly RowId[] }

const parts = [
  { title: 'The interface', rows: interfaceRows },
  { title: 'Where the interface is silent', rows: decisionRows },
]
/** Tests shown per row: a reader checks a few tests, not thirty. */
const testsShownMax = 3

/** docs/interface-coverage.md: each row with tests that prove it, and the rows that none proves. */
export function interfaceCoverage(tests: readonly ProvingTest[]): { document: string; unproven: string[] } {
  const testsOf = new Map<string, string[]>()
  for (const { file, name, proves } of tests) {
    for (const row of proves) testsOf.set(row, [...(testsOf.get(row) ?? []), `\`${file}\` ${escaped(name)}`])
  }
  const sections = parts.flatMap(({ title, rows }) => [
    `## ${title}`,
    ...Object.entries(rows).flatMap(([part, partRows]) => [
      `### ${part}`,
      ['| Row | What it says | Tests |', '|---|---|---|', ...tableRows(partRows, testsOf)].join('\n'),
    ]),
  ])
  const all = parts.flatMap(({ rows }) => Object.values(rows).flatMap((partRows) => Object.keys(partRows)))
  return {
    document: `${[heading, ...sections].join('\n\n')}\n`,
    unproven: all.filter((row) => !testsOf.has(row)),
  }
}

const heading = `# Interface coverage

Every row of the HTTP interface with tests that prove it. \`npm run interface-coverage\` writes this file, and \`npm test\`
fails when the tests that passed say anything else, or when a row has no test.`

function tableRows(rows: Record<string, string>, testsOf: ReadonlyMap<string, string[]>): string[] {
  return Object.entries(rows).map(([row, says]) => {
    const found = (testsOf.get(row) ?? []).sort()
    const more = found.length > testsShownMax ? [`and ${found.length - testsShownMax} more`] : []
    return `| ${row} | ${escaped(says)} | ${[...found.slice(0, testsShownMax), ...more].join('<br>')} |`
  })
}

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
