import { isJunkSerial } from '@rollcall/shared/inventory/junk/serials.ts'
import { isEmptyText } from './empty-text.ts'
import {
  type Component,
  entitySource,
  mainEntity,
  onlyBoard,
  replaceableParts,
  rootEntity,
  type SourceField,
  topChassis,
} from './mibs/entity-mib.ts'
import type { DescriptionFacts } from './sys-descr.ts'
import { describedModel } from './sys-descr-model.ts'

const chassisSerialsMax = 64

type Cell = { value: string | undefined; source: string }

/** Values of the device in ENTITY-MIB, each undefined if no entity is the device. */
type DeviceEntity = {
  of: (field: SourceField) => Cell | undefined
  /** Values of the only board, if the chassis has no serial number. */
  ofBoard: (field: SourceField) => Cell | undefined
  /** The model in the description of a chassis that has no other: `Juniper EX4200-48T`. */
  describedModel: Cell | undefined
  /** Serial numbers of all members of a stack. */
  chassisSerials: string[]
}

export function deviceEntity(
  components: readonly Component[],
  description: DescriptionFacts,
  manufacturer: string | undefined,
): DeviceEntity {
  const main = mainEntity(components)
  // Some agents list the entities of a neighbor.
  const isOther = main !== undefined && contradicts(main, description)
  const entity = isOther ? undefined : main
  const board =
    isOther || entity?.serialNumber !== undefined
      ? undefined
      : (onlyBoard(components) ?? describedPart(components, description.model))
  const root = isOther || entity?.model !== undefined ? undefined : rootEntity(components)
  const cell = (one: Component | undefined, field: SourceField): Cell | undefined =>
    one && { value: one[field], source: entitySource(one, field) }
  return {
    of: (field) => cell(entity, field),
    ofBoard: (field) => cell(board, field),
    describedModel: root && {
      value: describedModel(root.description ?? '', manufacturer),
      source: entitySource(root, 'description'),
    },
    chassisSerials: entity ? chassisSerialsOf(components) : [],
  }
}

/** Returns the only numbered part that has the model of sysDescr: a fixed device without a chassis, or with an empty one. */
function describedPart(components: readonly Component[], model: string | undefined): Component | undefined {
  const wanted = plain(model ?? '')
  if (wanted.length < 4) return undefined
  const named = components.filter(
    (part) =>
      part.serialNumber !== undefined &&
      !replaceableParts.has(part.class) &&
      [part.model, part.description, part.name].some((text) => text !== undefined && plain(text) === wanted),
  )
  return named.length === 1 ? named[0] : undefined
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns true if sysDescr labels another model than the entity's. */
function contradicts(entity: Component, { model, modelLabelled }: DescriptionFacts): boolean {
  if (entity.model === undefined || !modelLabelled || model === undefined) return false
  const [a, b] = [plain(entity.model), plain(model)]
  return !a.includes(b) && !b.includes(a)
}

function chassisSerialsOf(components: readonly Component[]): string[] {
  const serials = topChassis(components).flatMap(({ serialNumber }) => serialNumber ?? [])
  const real = serials.filter((serial) => !isEmptyText(serial) && !isJunkSerial(serial))
  return [...new Set(real)].slice(0, chassisSerialsMax)
}
