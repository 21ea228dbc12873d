import { readCollectorConfig } from '@rollcall/collector/operations/config.ts'
import { natsTrustLines } from '@rollcall/collector/operations/nats-trust.ts'
import { print } from '../output.ts'

export async function printNatsConfig(options: { dataDir: string; claimsDir: string; json?: boolean }): Promise<void> {
  const config = readCollectorConfig({ dataDir: options.dataDir }, process.env)
  const lines = await natsTrustLines(config, options.claimsDir)
  print(options.json, { lines }, () => lines.join('\n'))
}
