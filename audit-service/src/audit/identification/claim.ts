import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'

/** What one print says a device is, and where it says so. What it does not say is absent. */
export type Claim = {
  /** As the evidence names it: `TCP 443 certificate`, `mDNS _ipp`. */
  source: string
  type?: DeviceType
  manufacturer?: string
  model?: string
  serialNumber?: string
  os?: { name: string; version?: string }
  firmwareVersion?: string
}

/** A line that a device shows from outside. */
export type Clue = { of: ClueKind; text: string; source: string }

/** `server`, `realm`, `title`: of a web page. `certificate`: its subject, `O=Example, CN=host`. The others: greetings. */
export type ClueKind = 'server' | 'realm' | 'title' | 'certificate' | 'ssh' | 'ftp' | 'telnet'

/**
 * A way to read a kind of line. The groups `model`, `serialNumber` and `version` are taken as they stand; the version
 * is that of the operating system where one is named, and else of the firmware.
 */
export type Rule = { of: ClueKind; match: RegExp } & Pick<Claim, 'type' | 'manufacturer'> & { os?: string }

/** What the rule makes of the line; undefined when it does not fit. */
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
