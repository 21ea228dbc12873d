import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { findTool } from '@rollcall/shared/node/tools.ts'
import type { MessagingOptions } from '../messaging/start.ts'
import type { Certificates } from '../operations/certificates/operator-certificate.ts'
import type { CollectorConfig } from '../operations/config.ts'

/** Returns the URLs at which services that reach the collector at these URLs reach NATS. */
export function serversFor(config: CollectorConfig, servers: string[], collectorUrls: readonly string[]): string[] {
  if (config.ownNats) return servers
  const { port } = new URL(servers[0] ?? '')
  return [...new Set(collectorUrls.map((url) => `tls://${new URL(url).hostname}:${port}`))]
}

/** Returns the options of the embedded NATS server, or of the operator's own servers. */
export function messagingOptions(
  config: CollectorConfig,
  certificates: Certificates,
  toolsDir: string,
): MessagingOptions {
  const parkedDir = join(config.dataDir, 'parked')
  if (config.ownNats) {
    const { servers, caFile } = config.ownNats
    return { parkedDir, server: { kind: 'own', servers, ...(caFile ? { caPem: readFileSync(caFile, 'utf8') } : {}) } }
  }
  const natsServerPath = findTool('nats-server', toolsDir)
  if (natsServerPath === undefined) {
    throw new OperatorError(
      'nats-server is not installed: run "npm start" once to install it, or set ROLLCALL_NATS_URL to your own server',
    )
  }
  return {
    parkedDir,
    server: {
      kind: 'embedded',
      natsServerPath,
      dir: join(config.dataDir, 'nats'),
      host: config.host,
      port: config.natsPort,
      keyFile: certificates.keyFile,
      certFile: certificates.chainFile,
      caPem: certificates.caPem,
      serverName: certificates.serverName,
    },
  }
}
