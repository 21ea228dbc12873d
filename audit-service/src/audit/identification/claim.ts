import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'

/** Identification of a device by one clue, with its source. Unknown fields are absent. */
export type Claim = {
  /** Name in the evidence: `TCP 443 certificate`, `mDNS _ipp`. */
  source: string
  type?: DeviceType
  manufacturer?: string
  model?: string
  serialNumber?: string
  os?: { name: string; version?: string | undefined; build?: string | undefined }
  firmwareVersion?: string
}

/** A line of text that a device shows to the network. */
export type Clue = { of: ClueKind; text: string; source: string }

/**
 * `server`, `realm`, `title`: of a web page, or of RTSP. `certificate`: its subject, `O=Example, CN=host`. `sip`: the
 * software of a telephone. All others: greetings.
 */
export type ClueKind = 'server' | 'realm' | 'title' | 'certificate' | 'ssh' | 'ftp' | 'telnet' | 'sip'

/**
 * Matches a kind of line. The groups `model`, `serialNumber` and `version` are used verbatim; the version belongs to
 * the operating system if the rule names one, otherwise to the firmware.
 */
export type Rule = { of: ClueKind; match: RegExp } & Pick<Claim, 'type' | 'manufacturer'> & { os?: string }

/** Applies a rule to a line; undefined if it does not match. */
export function claimOf({ match, os, of: _, ...said }: Rule, { text, source }: Clue): Claim | undefined {
  const found = match.exec(text)
  if (found === null) return undefined
  const { model, serialNumber, version } = found.groups ?? {}
  return {
    source,
    ...said,
    ...(model && { model: model.trim() }),
    ...(serialNumber && { serialNumber }),
    ...(os !== undefined && { os: { name: os, ...(version && { version }) } }),
    ...(os === undefined && version && { firmwareVersion: version }),
  }
}
