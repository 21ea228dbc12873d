import { hash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'

/** Hashes a random secret or token for storage. It has 256 random bits, so no slow hash is needed. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

/** Creates a secret of 256 bits, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

const clientIdAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Creates a Client ID: 20 characters without ones that look alike. */
export function newClientId(): string {
  return Array.from({ length: 20 }, () => clientIdAlphabet[randomInt(clientIdAlphabet.length)]).join('')
}

/** Creates a password that a person can type: five groups of four, 100 bits. */
export function newPassword(): string {
  return newClientId().replace(/(.{4})(?=.)/g, '$1-')
}

/** Compares hashes in constant time. */
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

/** Hashes with scrypt (RFC 7914) and a new salt, as `salt:key` in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`
}
