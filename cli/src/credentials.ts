import { readFileSync } from 'node:fs'
import { inPlainWords } from '@rollcall/collector/ingest/reading/schema-errors-in-words.ts'
import { jsonPointer, messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import {
  type Credential,
  requireV3Secrets,
  snmpCommunitySchema,
  snmpV3Schema,
  sshKeySchema,
  sshPasswordSchema,
} from '@rollcall/shared/messages/credential.ts'
import { z } from 'zod'
import type { CredentialOptions } from './credential-options.ts'

const credentialSchema = z
  .discriminatedUnion('kind', [snmpCommunitySchema, snmpV3Schema, sshPasswordSchema, sshKeySchema])
  .superRefine(requireV3Secrets)

/** Credentials as the API accepts them. There each has a name, which is not used here. */
const fileSchema = z.array(
  z
    .looseObject({})
    .transform(({ name: _, ...credential }) => credential)
    .pipe(credentialSchema),
)

/** Returns the credentials of a command line in the order of use. Throws if one cannot be read. */
export function readCredentials({ snmpCommunity, sshUser, sshKey, credentials }: CredentialOptions): Credential[] {
  return [
    ...snmpCommunity.map((community) => ({ kind: 'snmp-community', version: 'v2c', community }) as const),
    ...(sshUser === undefined || sshKey === undefined ? [] : [ofKeyFile(sshUser, sshKey)]),
    ...(credentials === undefined ? [] : ofFile(credentials)),
  ]
}

function ofKeyFile(username: string, file: string): Credential {
  const privateKey = read(file, 'the private key')
  return checked(sshKeySchema, { kind: 'ssh-key', username, privateKey }, `--ssh-user, --ssh-key ${file}`)
}

function ofFile(file: string): Credential[] {
  const text = read(file === '-' ? 0 : file, 'the credentials')
  const origin = file === '-' ? 'the credentials on standard input' : `the credentials in ${file}`
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    // The parser's message quotes the text, which contains secrets.
    throw new OperatorError(`${origin} are not JSON`)
  }
  return checked(fileSchema, list, origin)
}

function read(file: string | 0, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new OperatorError(`cannot read ${what}: ${messageOf(error)}`)
  }
}

function checked<T extends z.ZodType>(schema: T, value: unknown, origin: string): z.output<T> {
  const parsed = schema.safeParse(value, { error: inPlainWords })
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => [jsonPointer(path), message].filter(Boolean).join(' '))
  throw new OperatorError(`${origin}: ${faults.join('; ')}`)
}
