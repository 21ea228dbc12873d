import { hash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'

/** Hash under which a random secret or token is stored: it has 256 bits of its own, so no slow hash is needed. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

/** A new secret of 256 bits, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

const clientIdAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A Client ID: 20 characters that nobody mistakes for one another. */
export function newClientId(): string {
  return Array.from({ length: 20 }, () => clientIdAlphabet[randomInt(clientIdAlphabet.length)]).join('')
}

/** A password a person can type: five groups of four, 100 bits. */
export function newPassword(): string {
  return newClientId().replace(/(.{4})(?=.)/g, '$1-')
}

/** Equal in a time that does not tell where they differ. */
export function equalHashes(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex')
  const right = Buffer.from(b, 'hex')
  return left.length === right.length && timingSafeEqual(left, right)
}

const keyBytes = 64
const scryptCost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }

const deriveKey = (password: string, salt: string) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, keyBytes, scryptCost, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

/** scrypt (RFC 7914) with a fresh salt, as `salt:key` in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`
}
