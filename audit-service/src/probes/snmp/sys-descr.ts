import { describedModel } from './sys-descr-model.ts'
import { type DescribedOs, describedOs, isHostOs } from './sys-descr-os.ts'
import { describedVersion } from './sys-descr-version.ts'

/** Facts in sysDescr (RFC 3418), a free text: only forms common to many manufacturers are parsed. */
export type DescriptionFacts = {
  manufacturer?: string
  model?: string
  /** The model was labelled (`MODEL: …`) and outranks other tables. */
  modelLabelled?: boolean
  serialNumber?: string
  version?: string
  os?: DescribedOs
}

const serialForm =
  /\b(?:S\/N|SN|Snr|ser(?:ial(?: ?num(?:ber)?| ?no\.?)?)?)[: #=]+ ?((?=[A-Z-]*\d)[A-Z0-9][A-Z0-9-]{4,31})\b/i
const labelledModel = /\b(?:MODEL|MOD|MN)[:=] ?([A-Za-z0-9][\w./+-]*)/
/** `Product: Mediant 1000;SW Version: …`, `Model Name : Unity 300, …`, `Product=NX-220;…`; the value ends at a separator or at the next label. */
const labelledName =
  /(?:^|[\s;,|(])(?:[Mm]odel|[Pp]roduct)(?: ?(?:[Nn]ame|[Nn]umber|[Nn]o\.?|[Tt]ype))? ?[:=] ?"?([A-Za-z][\w./+ -]{1,39}?)"?(?=\s*(?:[;,|<>()"\r\n]|$|\s[\w/.]{1,16} ?[:=]| {2}))/
/** A label of less weight: the series of a stack of several models. */
const labelledSeries = /\b(?:System Type|Series)[:=] ?([A-Za-z0-9][\w./+-]*)/
/** RFC 4639 section 4: `<<HW_REV: 1.0; VENDOR: …; BOOTR: …; SW_REV: …; MODEL: …>>`. */
const labelledVendor = /\bVENDOR: ?([^;>]+)/

/** A text about the SNMP agent says nothing about the device: `SNMP Research EMANATE agent 15.3`. */
const ofAgent = /^(?:net-?snmp|emanate|snmp research|snmp(?:v\d\w?)? (?:\w{1,16} )?(?:agent|daemon|service))\b/i

/** A labelled name without a number may be a kind: `Product: Router`. */
const labelledNumber = (description: string): readonly string[] => {
  const found = labelledName.exec(description) ?? []
  return /\d/.test(found[1] ?? '') ? found : []
}

export function readDescription(description: string, manufacturer: string | undefined): DescriptionFacts {
  if (ofAgent.test(description)) return {}
  const os = describedOs(description)
  const version = describedVersion(description)
  const [, serialNumber] = serialForm.exec(description) ?? []
  const [, labelled] = labelledModel.exec(description) ?? labelledNumber(description)
  const [, vendor] = labelledVendor.exec(description) ?? []
  // A serial number has the form of a model.
  const unnumbered = description.replace(serialForm, '')
  const [, series] = labelledSeries.exec(description) ?? []
  const general = isHostOs(os?.name ?? '') ? undefined : (series ?? describedModel(unnumbered, manufacturer))
  const model = labelled ?? general
  return {
    ...(vendor !== undefined && { manufacturer: vendor.trim() }),
    ...(os && { os: os.version === undefined && version !== undefined ? { ...os, version } : os }),
    // A system with its own form of version has no other.
    ...(version !== undefined && os?.version === undefined && { version }),
    ...(serialNumber !== undefined && { serialNumber }),
    ...(model !== undefined && { model, modelLabelled: labelled !== undefined }),
  }
}
