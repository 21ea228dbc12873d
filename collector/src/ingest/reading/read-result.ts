import { type Result, resultSchema } from '@rollcall/shared/messages/result.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { packPayload } from '../../snapshots/write/raw-payloads.ts'
import { parseJson } from './parse-json.ts'
import { plausible } from './plausible.ts'
import type { Reader } from './reader.ts'
import { type Reading, readingOf } from './reading.ts'
import { parseBody } from './validation.ts'

type Host = Extract<Result, { kind: 'host' }>

/** A result of an Audit Service that was read. What it says of a host is a reading. */
export type ReadResult = Exclude<Result, Host> | (Omit<Host, 'observation' | 'raw'> & { reading: Reading })
export type ReadResultOf<K extends Result['kind']> = Extract<ReadResult, { kind: K }>

/** Reads what Audit Services sent, each with its own share of the reader. */
export function resultReader(
  reader: Reader,
  ctx: Pick<SystemContext, 'clock'>,
): (serviceId: string, bytes: Uint8Array) => Promise<ReadResult> {
  return (serviceId, bytes) => {
    const sender = { siteId: serviceId, id: serviceId, name: `Audit Service ${serviceId}` }
    // A copy, as the message is parked where it cannot be read.
    return reader.read('result', { sender, bytes: Buffer.from(bytes), packing: 'zstd' }, { now: nowOf(ctx) })
  }
}

export async function readResult(json: Buffer, { now }: { now: string }): Promise<ReadResult> {
  const result = parseBody(resultSchema, parseJson(json))
  if (result.kind !== 'host') return result
  const { observation, raw, ...rest } = result
  const reading = await readingOf(plausible(observation, now))
  // The archive stays packed: nothing here looks into it.
  const packed = raw === undefined ? undefined : await packPayload(Buffer.from(raw, 'base64'))
  return { ...rest, reading: { ...reading, packed } }
}
