import { expect, it } from 'vitest'
import { serverSent } from './server-sent.ts'

it('yields the data of each event, however the bytes are split, and skips comments', async () => {
  const bytes = new TextEncoder().encode(
    'retry: 3000\n\nid: 1\nevent: task\ndata: {"name":"café"}\n\n: still here\n\nid: 2\ndata: {"name":"b"}\n\nid: 3\ndata: {"na',
  )
  const cut = [bytes.slice(0, 47), bytes.slice(47, 48), bytes.slice(48)]
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of cut) controller.enqueue(part)
      controller.close()
    },
  })
  const found: unknown[] = []
  for await (const event of serverSent(new Response(stream))) found.push(event)
  expect(found).toEqual([{ name: 'café' }, { name: 'b' }])
})
