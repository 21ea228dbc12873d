import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/*
 * What the list of devices costs at least: the same rows of the same database, as JSON, by nothing but node:http or
 * node:https and better-sqlite3. No token, no validation, no quota. Run as: node peer-server.ts DATA-DIR
 */

const [dataDir = ''] = process.argv.slice(2)
const database = new Database(join(dataDir, 'rollcall.db'), { readonly: true })
const [site] = database.prepare<[], { id: string }>('SELECT id FROM sites').all()

const count = database.prepare('SELECT sum(n) AS total FROM devices_tally WHERE site_id = ? AND is_archived = 0')
const page = database.prepare<[string, number], { id: string; lastSeen: number }>(
  `SELECT id, name, dns_name AS dnsName, mac_address AS macAddress, ip_address AS ipAddress,
     serial_number AS serialNumber, asset_tag AS assetTag, type, manufacturer, model, last_seen AS lastSeen
   FROM devices WHERE site_id = ? AND is_archived = 0 ORDER BY name_key, id LIMIT 50 OFFSET ?`,
)
const tagsOf = database.prepare(
  'SELECT id, name FROM device_tags JOIN tags ON id = tag_id WHERE device_id = ? ORDER BY name_key, id',
)

const answer: RequestListener = (request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://peer')
  const rows = page.all(site?.id ?? '', Number(searchParams.get('offset') ?? 0))
  const items = rows.map((row) => ({
    ...row,
    lastSeen: new Date(row.lastSeen).toISOString(),
    tags: tagsOf.all(row.id),
  }))
  const body = JSON.stringify({ items, ...Object(count.get(site?.id)) })
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

const listen = (server: Server) =>
  new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

const tls = (name: string) => readFileSync(join(dataDir, 'tls', name))
const http = await listen(createHttpServer(answer))
const https = await listen(createHttpsServer({ key: tls('server.key'), cert: tls('server.pem') }, answer))
console.log(JSON.stringify({ http: `http://127.0.0.1:${http}`, https: `https://127.0.0.1:${https}` }))
