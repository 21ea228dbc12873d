import { expect, it } from 'vitest'
import { failuresInWords } from './failures-in-words.ts'

it('groups failures by reason, and counts the rest', () => {
  const failed = (name: string, reason: string) => ({ item: { name }, error: new Error(reason) })
  const gone = 'The device does not exist.'
  expect(failuresInWords([failed('pc-1', gone), failed('pc-2', 'It is archived.'), failed('pc-3', gone)])).toBe(
    `Failed for pc-1, pc-3: ${gone} Failed for pc-2: It is archived.`,
  )
  const many = Array.from({ length: 9 }, (_, index) => failed(`pc-${index}`, gone))
  expect(failuresInWords(many)).toBe(`Failed for pc-0, pc-1, pc-2, pc-3, pc-4, pc-5 and 3 more: ${gone}`)
})
