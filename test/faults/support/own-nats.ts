import { ensureCertificates } from '@rollcall/collector/operations/certificates/ensure-certificates.ts'
import { makeFolder } from '@rollcall/shared/node/durable-files.ts'
import { z } from 'zod'
import { natsServerProgram } from '../../harness/nats.ts'
import { claimsDir, type NatsCluster, startNatsCluster } from '../../harness/nats-cluster.ts'
import { runCli } from '../../harness/rollcall.ts'

/**
 * Starts a customer's NATS cluster with certificates of a CA of its own. It trusts the collector of `dataDir`, whose
 * `env` gets the settings that name the cluster.
 */
export async function startOwnNats(
  folder: string,
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ cluster: NatsCluster; env: NodeJS.ProcessEnv }> {
  await makeFolder(folder)
  const { caFile, chainFile, keyFile } = await ensureCertificates({
    dataDir: folder,
    own: undefined,
    extraHosts: [],
    mayMakeCa: true,
    log: { warn: () => undefined },
    now: new Date(),
  })
  const args = ['--json', '--data-dir', dataDir, '--claims-dir', claimsDir]
  const printed = await runCli(['collector', 'nats-config', ...args], { env })
  const cluster = await startNatsCluster({
    program: natsServerProgram(),
    folder,
    certFile: chainFile,
    keyFile,
    trustLines: z.object({ lines: z.array(z.string()) }).parse(printed.json()).lines,
  })
  return { cluster, env: { ...env, ROLLCALL_NATS_URL: cluster.urls.join(','), ROLLCALL_NATS_CA_FILE: caFile } }
}
