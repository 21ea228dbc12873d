import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { tmpFolder } from '../../../test/harness/tmp.ts'
import { openParking } from './unacceptable-results.ts'

it('keeps the poison messages of a service however many another one sends', async () => {
  await using folder = await tmpFolder()
  const park = openParking(folder.path)
  const [quiet, loud] = [newId(), newId()]
  const poison = (serviceId: string, bytes: number) => ({
    serviceId,
    subject: `rollcall.results.${serviceId}.x`,
    data: Buffer.alloc(bytes),
    reason: 'no result',
  })
  const parked = async (serviceId: string) =>
    (await readdir(join(folder.path, serviceId, 'bad'))).filter((name) => !name.endsWith('.reason')).length
  await park(poison(quiet, 100))
  for (let count = 0; count < 5; count += 1) await park(poison(loud, 6 * 1024 * 1024))
  expect([await parked(quiet), await parked(loud)]).toEqual([1, 2])
})
