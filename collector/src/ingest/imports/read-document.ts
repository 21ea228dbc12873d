import { snapshotSchema } from '@rollcall/shared/api/snapshot.ts'
import { DomainError, invalidField, invalidFields, jsonPointer } from '@rollcall/shared/errors.ts'
import { lenientObservationSchema } from '@rollcall/shared/inventory/lenient-observation.ts'
import { type Observation, type ObservationInput, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { timestampSchema } from '@rollcall/shared/inventory/primitives.ts'
import type { z } from 'zod'
import { evidenceOf } from '../../matching/evidence.ts'
import { observationOf } from '../glpi/glpi-observation.ts'
import { type GlpiDocument, glpiDocumentSchema } from '../glpi/glpi-schema.ts'
import { tellsAnything } from '../glpi/has-content.ts'
import { isBare } from '../reading/observed.ts'
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
    if (!tellsAnything(glpi)) throw invalidField('/content', nothingRead)
    const observation = identified(readObservation(observationOf(glpi, made)), '/content')
    return glpi.partial ? { observation, partial: glpi } : { observation }
  }
  if ('schemaVersion' in fields && 'identity' in fields) {
    return {
      observation: kept(identified({ ...parsed(lenientObservationSchema, document), source: 'Import' }, '/identity')),
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

/** Of what we made ourselves: it is cut to the limits of an observation as one that came from outside. */
const readObservation = (input: ObservationInput): Observation => observationSchema.parse(input)

const nothingRead =
  'has no section about a device that can be read (hardware, bios, networks, network_device, …): send the document as the agent wrote it'

/** The observation, if it says, at `place`, which device it is of: one that does not would make a new device each time. */
function identified(observation: Observation, place: string): Observation {
  const { name, identity } = observation
  if (name === '' && !identity.serialNumber && evidenceOf(observation).length === 0) {
    throw invalidField(place, 'does not say which device it is: add its name, serial number, UUID or MAC address')
  }
  return observation
}

/** The observation, if a snapshot comes of it, which is what an import answers with. */
function kept(observation: Observation): Observation {
  if (!isBare(observation)) return observation
  const why = 'is discovery, and nothing is told but names and addresses, of which no snapshot is made'
  throw invalidField('/depth', `${why}: set it to audit, or add hardware, software, services or interfaces`)
}

const errorsMax = 50

function parsed<T extends z.ZodType>(schema: T, document: unknown): z.output<T> {
  const result = schema.safeParse(document)
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, errorsMax)
  throw invalidFields(issues.map(({ path, message }) => ({ path: jsonPointer(path), message })))
}
