import { expect, it } from 'vitest'
import { loopbackOutbound } from '../../testing/context.ts'
import { type Reply, startFake } from '../testing/bucket.ts'
import { openBucket } from './bucket.ts'

const keys = {
  region: 'us-east-1',
  bucket: 'b',
  prefix: '',
  accessKeyId: 'a',
  secretAccessKey: 's',
  forcePathStyle: true,
}
const protocolSwitch: Reply = { status: 101, headers: { Connection: 'Upgrade', Upgrade: 'x' } }

it.each<[string, Reply | undefined]>([
  ['nothing', undefined],
  // Neither an answer nor an error to Node, so the SDK would wait for ever.
  ['another protocol', protocolSwitch],
])('stops at the time limit for a service that answers with %s', async (_what, reply) => {
  const fake = await startFake(() => reply)
  const bucket = await openBucket(loopbackOutbound, { ...keys, endpoint: fake.endpoint })
  const putting = bucket.put('key', Buffer.from('content'), 'text/plain', AbortSignal.timeout(200))
  await expect(putting).rejects.toMatchObject({ code: 'unreachable' })
  bucket.close()
  await fake.stop()
})
