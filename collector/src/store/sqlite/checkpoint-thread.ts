import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** What it is asked for: pages of the log are moved to the database as far as nobody stands in the way, or it ends. */
export type CheckpointRequest = 'checkpoint' | 'end'

const port = parentPort
if (!port) throw new Error('this is a thread of the store')
const database = new Database(workerData as string, { timeout: 0 })
port.on('message', (request: CheckpointRequest) => {
  if (request === 'checkpoint') port.postMessage(database.pragma('wal_checkpoint(PASSIVE)'))
  else {
    database.close()
    port.close()
  }
})
