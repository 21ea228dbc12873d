import { type Host, readValue } from '../../platform/host.ts'
import type { IdentityPart } from '../parts.ts'
import type { Source } from '../source.ts'

/** Reads the cloud's instance id from files, without a query to a metadata service. */
export const cloudInstance: Source<IdentityPart> = {
  name: 'cloud-instance',
  reads: [],
  isAvailable: async (host) => (await read(host)) !== undefined,
  collect: async (host) => ({ cloudInstanceId: await read(host) }),
}

/**
 * Reads the asset tag, where Amazon's Nitro writes the instance id, and the id that cloud-init records for every
 * supported cloud.
 */
async function read(host: Host): Promise<string | undefined> {
  const tag = await readValue(host, '/sys/class/dmi/id/board_asset_tag')
  return parseInstanceId(tag, await readValue(host, '/var/lib/cloud/data/instance-id'))
}

/**
 * Parses an instance id. Ids that cloud-init invents without a cloud (`iid-datasource-none`, `nocloud`, `iid-…`)
 * identify nothing.
 */
function parseInstanceId(assetTag: string | undefined, cloudInit: string | undefined): string | undefined {
  if (/^i-[0-9a-f]{8,17}$/.test(assetTag ?? '')) return assetTag
  const isMadeUp = cloudInit === undefined || /^(iid-|nocloud|no-instance)/i.test(cloudInit)
  return isMadeUp ? undefined : cloudInit
}
