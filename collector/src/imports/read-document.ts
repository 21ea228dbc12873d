import { snapshotSchema } from '@rollcall/shared/api/snapshot.ts'
import { DomainError, invalidFields, jsonPointer } from '@rollcall/shared/errors.ts'
import { type Observation, type ObservationInput, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { timestampSchema } from '@rollcall/shared/inventory/primitives.ts'
import type { z } from 'zod'
import { observationOf } from './glpi/observation.ts'
import { type GlpiDocument, glpiDocumentSchema } from './glpi/schema.ts'
import { observationOfSnapshot } from './own-snapshot.ts'

/** What a document says, as an observation; `partial` where it is a GLPI one that looked at some sections only. */
type ReadDocument = { observation: Observation; partial?: GlpiDocument }

/** A snapshot that somebody else may have written: what answers say of its time is not checked on the way in. */
const writtenSnapshotSchema = snapshotSchema.extend({ auditDate: timestampSchema })

/** Reads a GLPI inventory document, an observation or a snapshot of ours. A 400 names what of it cannot be read. */
export function readDocument(document: unknown, made: { id: string; now: string }): ReadDocument {
  const fields = Object(document) as Record<string, unknown>
  if ('deviceid' in fields && 'content' in fields) {
    const glpi = parsed(glpiDocumentSchema, document)
    const observation = readObservation(observationOf(glpi, made))
    return glpi.partial ? { observation, partial: glpi } : { observation }
  }
  if ('schemaVersion' in fields && 'identity' in fields) {
    return { observation: { ...parsed(observationSchema, document), source: 'Import' } }
  }
  if ('auditDate' in fields && 'data' in fields) {
    return { observation: readObservation(observationOfSnapshot(parsed(writtenSnapshotSchema, document), made)) }
  }
  throw new DomainError(
    'validation_failed',
    'This is neither a GLPI inventory document, nor an observation or a snapshot of Rollcall.',
    [{ path: '', message: 'has neither deviceid and content, nor schemaVersion and identity, nor auditDate and data' }],
  )
}

/** Of what we made ourselves: it is cut to the limits of an observation as one that came from outside. */
const readObservation = (input: ObservationInput): Observation => observationSchema.parse(input)

const errorsMax = 50

function parsed<T extends z.ZodType>(schema: T, document: unknown): z.output<T> {
  const result = schema.safeParse(document)
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, errorsMax)
  throw invalidFields(issues.map(({ path, message }) => ({ path: jsonPointer(path), message })))
}
