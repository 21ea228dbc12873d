import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** Request to the thread: to move pages of the log to the database as far as no reader blocks it, or to end. */
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
