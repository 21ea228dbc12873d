import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { queryLimits } from './query.ts'

const document = readFileSync(new URL('../../../docs/queries.md', import.meta.url), 'utf8')
const blocks = [...document.matchAll(/```\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))
const conditions = [...document.matchAll(/^\| `([a-z]+ [^`]+)` \|/gm)].map(([, condition = '']) => condition)

it.each([...blocks, ...conditions])('the documented query parses: %s', (text) => {
  parseQuery(text)
})

it('names all limits and an error as it is written', () => {
  expect([blocks.length, conditions.length]).toEqual([16, 7])
  for (const limit of Object.values(queryLimits)) expect(document).toContain(` ${limit.toLocaleString('en')} `)
  expect(() => parseQuery('nmae = x')).toThrow(
    /character 1: ‘nmae’ is not a field. Did you mean name\?/.exec(document)?.[0],
  )
})
