import { createHash } from 'node:crypto'
import { type Host, readValue } from '../../platform/host.ts'
import type { IdentityPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { upTo } from '../up-to.ts'

const folder = '/etc/ssh'
/** Far more than the kinds of keys. */
const keysMax = 256

/** Reads the fingerprints of the public SSH host keys. */
export const sshHostKeys: Source<IdentityPart> = {
  name: 'ssh-host-keys',
  reads: [],
  isAvailable: async (host) => (await keyFiles(host)).length > 0,
  collect: async (host, onCut) => {
    const keys: string[] = []
    for (const name of upTo(await keyFiles(host), keysMax, 'keys', onCut)) {
      keys.push(...parsePublicKey((await readValue(host, `${folder}/${name}`)) ?? ''))
    }
    return { sshHostKeys: [...new Set(keys)].sort() }
  },
}

const keyFiles = async (host: Host): Promise<string[]> =>
  (await host.listFolder(folder)).filter((name) => /^ssh_host_.+_key\.pub$/.test(name))

/** Parses a public key file (sshd(8), AUTHORIZED_KEYS FILE FORMAT). Returns an empty array if the text is no key. */
function parsePublicKey(text: string): string[] {
  const [type = '', blob = ''] = text.trim().split(/\s+/)
  if (!/^(ssh|ecdsa)-/.test(type) || !/^[A-Za-z0-9+/]{40,}={0,2}$/.test(blob)) return []
  return [fingerprintOf(Buffer.from(blob, 'base64'))]
}

/**
 * Returns the fingerprint of a key blob: `SHA256:` and base64 without padding, as ssh-keygen and every SSH client print
 * it.
 */
export const fingerprintOf = (blob: Buffer): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
