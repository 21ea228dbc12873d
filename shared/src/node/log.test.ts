import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog, presentLogFields, withLogFields, withoutLogFields } from './log.ts'

/** Creates a log and returns its lines, each as its message and the fields of its work. */
function testLog() {
  const lines: object[] = []
  const log = createLog('test', 'info', {
    write(line) {
      const { msg, requestId, taskId, kind } = JSON.parse(line)
      lines.push({ msg, requestId, taskId, kind })
    },
  })
  return { log, lines }
}

test('each line has the fields of the work that wrote it, however many run at once', async () => {
  const { log, lines } = testLog()
  const work = async (requestId: string) =>
    withLogFields({ requestId }, async () => {
      await nextTurn()
      log.info({ kind: 'scan' }, 'first')
      await withLogFields({ taskId: `task of ${requestId}` }, async () => {
        await nextTurn()
        log.info('second')
      })
    })
  await Promise.all([work('a'), work('b')])
  log.info('outside')
  const of = (requestId: string) => [
    { msg: 'first', requestId, kind: 'scan' },
    { msg: 'second', requestId, taskId: `task of ${requestId}` },
  ]
  expect(lines).toHaveLength(5)
  expect(lines).toEqual(expect.arrayContaining([...of('a'), ...of('b'), { msg: 'outside' }]))
})

test('a field of the line takes precedence, and no field is written twice', () => {
  const texts: string[] = []
  const log = createLog('test', 'info', { write: (line) => void texts.push(line) })
  withLogFields({ taskId: 'of the work' }, () => log.info({ taskId: 'of the line' }, 'text'))
  expect(texts).toHaveLength(1)
  expect(texts[0]?.match(/"taskId"/g)).toHaveLength(1)
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({ taskId: 'of the line' })
})

test('shared work has the fields of none of its callers, and later work those of its own caller', () => {
  const { log, lines } = testLog()
  const later = withLogFields({ requestId: 'a' }, () => {
    withoutLogFields(() => log.info('shared'))
    return presentLogFields()
  })
  withLogFields({ requestId: 'b' }, () => later(() => log.info('later')))
  expect(lines).toEqual([{ msg: 'shared' }, { msg: 'later', requestId: 'a' }])
})
