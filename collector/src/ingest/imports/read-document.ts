import { snapshotSchema } from '@rollcall/shared/api/snapshot.ts'
import { DomainError, invalidField, invalidFields, jsonPointer } from '@rollcall/shared/errors.ts'
import { lenientObservationSchema } from '@rollcall/shared/inventory/lenient-observation.ts'
import { type Observation, type ObservationInput, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { timestampSchema } from '@rollcall/shared/inventory/primitives.ts'
import type { z } from 'zod'
import { evidenceOf } from '../../matching/evidence.ts'
import { observationOf } from '../glpi/glpi-observation.ts'
import { type GlpiDocument, glpiDocumentSchema } from '../glpi/glpi-schema.ts'
import { hasContent } from '../glpi/has-content.ts'
import { isBare } from '../reading/observed.ts'
import { observationOfSnapshot } from './own-snapshot.ts'

/** A document as an observation. `partial` is set for a GLPI document with some sections only. */
type ReadDocument = { observation: Observation; partial?: GlpiDocument }

/**
 * Schema of a snapshot that another program or an earlier release may have written. Responses do not check the time, so
 * it is checked here.
 */
const writtenSnapshotSchema = snapshotSchema.extend({
  auditDate: timestampSchema,
  notRead: snapshotSchema.shape.notRead.optional(),
})

/**
 * Reads a GLPI inventory document, an observation or a snapshot in Rollcall's own format. A 400 names every part that
 * cannot be read.
 */
export function readDocument(document: unknown, made: { id: string; now: string }): ReadDocument {
  const fields = Object(document) as Record<string, unknown>
  if ('deviceid' in fields && 'content' in fields) {
    const glpi = parsed(glpiDocumentSchema, document)
    if (!hasContent(glpi)) throw invalidField('/content', nothingRead)
    const observation = identified(readObservation(observationOf(glpi, made)), '/content')
    return glpi.partial ? { observation, partial: glpi } : { observation }
  }
  if ('schemaVersion' in fields && 'identity' in fields) {
    return {
      observation: withoutOwnFields(
        identified({ ...parsed(lenientObservationSchema, document), source: 'Import' }, '/identity'),
      ),
    }
  }
  if ('auditDate' in fields && 'data' in fields) {
    const snapshot = parsed(writtenSnapshotSchema, document)
    return { observation: identified(readObservation(observationOfSnapshot(snapshot, made)), '/data') }
  }
  throw new DomainError(
    'validation_failed',
    'This is neither a GLPI inventory document, nor an observation or a snapshot of Rollcall.',
    [{ path: '', message: 'has neither deviceid and content, nor schemaVersion and identity, nor auditDate and data' }],
  )
}

/** Validates an observation that the collector made, so that it is cut to the same limits as one from outside. */
const readObservation = (input: ObservationInput): Observation => observationSchema.parse(input)

const nothingRead =
  'has no readable device section (hardware, bios, networks, network_device, …): send the document as the agent wrote it'

/**
 * Requires an observation to identify its device: otherwise each import would create a new device. `place` is named in
 * the error.
 */
function identified(observation: Observation, pointer: string): Observation {
  const { name, identity } = observation
  if (name === '' && !identity.serialNumber && evidenceOf(observation).length === 0) {
    throw invalidField(pointer, 'does not identify the device: add its name, serial number, UUID or MAC address')
  }
  return observation
}

/** Requires an observation that leaves a snapshot, since an import responds with one. */
function withoutOwnFields(observation: Observation): Observation {
  if (!isBare(observation)) return observation
  const why = 'is discovery, and the document has only names and addresses, which make no snapshot'
  throw invalidField('/depth', `${why}: set it to audit, or add hardware, software, services or interfaces`)
}

const errorsMax = 50

function parsed<T extends z.ZodType>(schema: T, document: unknown): z.output<T> {
  const result = schema.safeParse(document)
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, errorsMax)
  throw invalidFields(issues.map(({ path, message }) => ({ path: jsonPointer(path), message })))
}
