import { readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { answerRequests } from './ipc.ts'

/*
 * What taking snapshots costs at least: nothing but node:https, which appends each body to a file and answers once that is
 * synced, for all at once that have come meanwhile. No token, no validation, no inventory.
 */
export type BareVerbs = {
  /** With the certificate of the collector whose data directory it is. */
  start(input: { dataDir: string; file: string }): Promise<{ url: string }>
  usage(input: null): Promise<{ cpuMs: number }>
}

let waiting: { parts: Buffer[]; response: ServerResponse }[] = []
let isWriting = false

async function writeAll(file: FileHandle): Promise<void> {
  if (isWriting) return
  isWriting = true
  while (waiting.length > 0) {
    const group = waiting
    waiting = []
    await file.appendFile(Buffer.concat(group.flatMap(({ parts }) => parts)))
    await file.datasync()
    for (const { response } of group) answer(response)
  }
  isWriting = false
}

function answer(response: ServerResponse): void {
  const body = JSON.stringify({ deviceId: null, snapshotId: null })
  response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  response.end(body)
}

answerRequests({
  async start({ dataDir, file }) {
    const handle = await open(file, 'w')
    const tls = (name: string) => readFileSync(join(dataDir, 'tls', name))
    const take = (request: IncomingMessage, response: ServerResponse) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        waiting.push({ parts, response })
        void writeAll(handle)
      })
    }
    const server = createServer({ key: tls('server.key'), cert: tls('server.pem') }, take)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    process.once('disconnect', () => process.exit())
    return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}` }
  },
  async usage() {
    const { user, system } = process.cpuUsage()
    return { cpuMs: (user + system) / 1000 }
  },
} satisfies BareVerbs)
