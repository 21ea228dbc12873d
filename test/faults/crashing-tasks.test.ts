import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '@rollcall/shared/ids.ts'
import { encodeMessage } from '@rollcall/shared/node/wire.ts'
import { expect, test } from 'vitest'
import { taskEnd } from '../flows/support/inventory.ts'
import { isLongForm } from '../harness/long-form.ts'
import { waitFor } from '../harness/wait.ts'
import { nothingLost, useBusySite } from './support/busy-site.ts'
import { guardOf } from './support/rounds.ts'

/** As often as the server delivers a task. */
const deliveriesMax = 8

const { site, dataDir } = useBusySite()

const notAMessage = Buffer.from('not a message')
const unknownTask = () => {
  const at = new Date().toISOString()
  return encodeMessage({ version: 1, id: newId(), taskId: newId(), attempt: 1, at, kind: 'started', addressesTotal: 1 })
}

test('parks results that cannot be stored, with the reason, and stores all others', async (context) => {
  const bad = join(dataDir(), 'parked', site().up().facts.auditServiceId, 'bad')
  const poison = [notAMessage, await unknownTask()]
  const verdict = await site().survive(
    {
      fault: 'poison results',
      begin: async () => {
        const spool = join(dataDir(), 'audit-service', 'spool')
        for (const [index, message] of poison.entries()) await putIntoSpool(spool, index, message)
        // What somebody else put into the spool is found at a start.
        process.kill(site().up().pidOf('audit-service'), 'SIGKILL')
      },
      effect: () =>
        waitFor(async () => (await reasonsIn(bad)).length === poison.length, {
          what: 'the poison to be parked',
          timeoutMs: 60_000,
        }),
      end: async () => undefined,
    },
    context,
  )
  expect(verdict).toEqual(nothingLost)
  for (const reason of await reasonsIn(bad)) expect(reason).toMatch(/^rollcall\.results\.\S+: \S/)
})

if (isLongForm) {
  test(
    'fails a task that crashes its Audit Service each time, and stores its results',
    guardOf(1, 120_000),
    async (context) => {
      const { up } = site()
      const begins = async (taskId: string) => {
        const log = await readFile(join(dataDir(), 'logs', 'audit-service.log'), 'utf8')
        return log.split('\n').filter((line) => line.includes(taskId) && line.includes('task begins')).length
      }
      const verdict = await site().survive(
        {
          fault: 'poison task',
          begin: async (taskId) => {
            for (let delivery = 1; delivery <= deliveriesMax; delivery += 1) {
              await waitFor(async () => (await begins(taskId)) >= delivery, {
                what: `delivery ${delivery} of the task`,
                timeoutMs: 60_000,
              })
              process.kill(up().pidOf('audit-service'), 'SIGKILL')
            }
          },
          effect: (taskId) => taskEnd(up().api, taskId, 90_000),
          end: async () => undefined,
        },
        context,
      )
      expect(verdict).toMatchObject({
        taskStatus: 'Failed',
        taskError: `Its Audit Service received it ${deliveriesMax} times without finishing it.`,
        lost: [],
        doubled: [],
      })
    },
  )
}

async function reasonsIn(bad: string): Promise<string[]> {
  // It is made with the first.
  const names = (await readdir(bad).catch(() => [])).filter((name) => name.endsWith('.reason'))
  return Promise.all(names.map((name) => readFile(join(bad, name), 'utf8')))
}

/** As the service writes an entry, before all others. */
async function putIntoSpool(spool: string, index: number, message: Uint8Array): Promise<void> {
  const bytes = Buffer.concat([Buffer.from(newId() + newId()), message])
  const digest = createHash('sha256').update(bytes).digest('hex')
  const header = Buffer.from(`rollcall-spool-1 ${bytes.length} ${digest}\n`)
  const name = `${String(index).padStart(12, '0')}-${'0'.repeat(7)}${index}.started`
  await writeFile(join(spool, name), Buffer.concat([header, bytes]), { mode: 0o600 })
}
