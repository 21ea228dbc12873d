import { parentPort, workerData } from 'node:worker_threads'
import { createConnection } from './connection.ts'
import { makeDurable } from './durability.ts'
import { applyMigrations, type MigrationWord, type MigrationWork } from './migrate.ts'

const port = parentPort
if (!port) throw new Error('this is a thread of the store')
const send = (word: MigrationWord) => port.postMessage(word)
const { path, migrations } = workerData as MigrationWork
const { database } = createConnection(path, { readonly: false })
try {
  makeDurable(database)
  send(applyMigrations(database, migrations, (...begun) => send({ begun })))
} finally {
  database.close()
}
