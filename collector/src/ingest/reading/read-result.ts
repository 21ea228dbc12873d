import { type Result, resultSchema } from '@rollcall/shared/messages/result.ts'
import { observationOf, type Sighting } from '@rollcall/shared/messages/sighting.ts'
import { packPayload } from '../../snapshots/write/raw-payloads.ts'
import { type PreparedObservation, prepareObservation } from './observed.ts'
import { parseJson } from './parse-json.ts'
import { plausible } from './plausible-times.ts'
import { type Reading, readingOf } from './reading.ts'
import { parseBody } from './validation.ts'

type Host = Extract<Result, { kind: 'host' }>
type Hosts = Extract<Result, { kind: 'hosts' }>

/** A sighting that is prepared to be stored. */
export type PreparedSighting = Pick<Sighting, 'address'> & {
  audit: Sighting['audit'] | undefined
  prepared: PreparedObservation
}

/** A result of an Audit Service after reading. A host's observation has become a reading. */
export type ReadResult =
  | Exclude<Result, Host | Hosts>
  | (Omit<Host, 'observation' | 'raw'> & { reading: Reading })
  | (Omit<Hosts, 'hosts'> & { hosts: PreparedSighting[] })
export type ReadResultOf<K extends Result['kind']> = Extract<ReadResult, { kind: K }>

export async function readResult(json: Buffer, { now }: { now: string }): Promise<ReadResult> {
  const result = parseBody(resultSchema, parseJson(json))
  if (result.kind === 'hosts') return { ...result, hosts: result.hosts.map((each) => preparedSighting(each, now)) }
  if (result.kind !== 'host') return result
  const { observation, raw, ...rest } = result
  const reading = await readingOf(plausible(observation, now))
  // The archive stays compressed: nothing here reads it.
  const packed = raw === undefined ? undefined : await packPayload(Buffer.from(raw, 'base64'))
  return { ...rest, reading: { ...reading, packed } }
}

function preparedSighting(sighting: Sighting, now: string): PreparedSighting {
  const { address, audit } = sighting
  return { address, audit, prepared: prepareObservation(plausible(observationOf(sighting), now)) }
}
