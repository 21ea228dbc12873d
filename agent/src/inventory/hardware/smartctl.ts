import { messageOf } from '@rollcall/shared/errors.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { type Host, LimitError, RefusedError, type RunOutput, TimeoutError } from '../../platform/host.ts'
import { type Entry, entriesIn, entryIn, isEntry, numberIn, textIn } from '../loose-values.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Disk, HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { upTo } from '../up-to.ts'
import { diskNames } from './disks.ts'

type Health = NonNullable<Disk['health']>

const disksMax = 64
const concurrencyMax = 4
/** A disk that does not answer, or a driver that is stuck. */
const hangingMax = 3
const limits = { timeoutMs: 6_000, outputBytesMax: 1024 * 1024, asRoot: true }
const noAnswer = `no answer within ${limits.timeoutMs} ms`
/** Errors about disks that have no health for smartctl, such as sticks and volumes of RAID controllers. */
const unfitting = /device type|-d |USB bridge|not supported|unsupported|lacks|unavailable/i
/** Linux wants CAP_SYS_RAWIO for SATA and SAS, and CAP_SYS_ADMIN for NVMe. */
const refusal = 'smartctl needs root, and CAP_SYS_ADMIN for NVMe'
const isNvme = (name: string) => name.startsWith('nvme')

/** Runs `smartctl` for the health of disks. It needs root, and lets a sleeping disk sleep. */
export const smartctl: Source<HardwarePart> = {
  name: 'smartctl',
  reads: ['disks.health'],
  // A disk under load answers late, and there may be many.
  timeoutMs: 40_000,
  isAvailable: (host) => host.hasProgram('smartctl'),
  collect: async (host, onCut) => {
    const names = (await diskNames(host)).filter((name) => /^(sd|nvme|hd)/.test(name))
    const failed = new Map<string, string[]>()
    const read = async (name: string) => {
      const isStuck = (failed.get(noAnswer)?.length ?? 0) >= hangingMax
      const isRefused = failed.get(refusal)?.some((other) => isNvme(other) === isNvme(name))
      const result = isRefused ? refusal : isStuck ? 'not asked after others that hang' : await query(host, name)
      if (typeof result === 'string') {
        failed.set(result, [...(failed.get(result) ?? []), name])
        return []
      }
      const health = healthOf(result)
      const fault = health?.status === undefined && faultOf(result)
      if (fault) failed.set(fault, [...(failed.get(fault) ?? []), name])
      return health ? [{ name, health }] : []
    }
    // The first of each kind alone: if it is refused, the others are not asked, and a remote machine logs one attempt.
    const asked = upTo(names, disksMax, 'disks', onCut)
    const first = [asked.find(isNvme), asked.find((name) => !isNvme(name))].flatMap((name) => name ?? [])
    const disks = (await mapBounded(first, 1, read)).flat()
    const rest = asked.filter((name) => !first.includes(name))
    disks.push(...(await mapBounded(rest, concurrencyMax, read)).flat())
    if (asked.length > 0 && failed.get(refusal)?.length === asked.length) throw new RefusedError(refusal)
    for (const [reason, of] of failed) {
      onCut?.(
        `has no health of ${of.slice(0, 4).join(', ')}${of.length > 4 ? ` and ${of.length - 4} more` : ''}: ${reason}`,
      )
    }
    return { disks }
  },
}

/** Returns the answer of a disk, or the reason why there is none. */
async function query(host: Host, name: string): Promise<Entry | string> {
  const args = ['--json=c', '--health', '--attributes', '--nocheck=standby', `/dev/${name}`]
  let output: RunOutput
  try {
    output = await host.run('smartctl', args, limits)
  } catch (error) {
    if (error instanceof TimeoutError) return noAnswer
    if (error instanceof LimitError) return messageOf(error)
    throw error
  }
  const { stdout } = output
  const answer = parseAnswer(stdout)
  const texts = messagesOf(answer).flatMap((message) => textIn(message, 'string') ?? [])
  if (texts.some((text) => /permission denied|operation not permitted/i.test(text))) return refusal
  return answer ?? 'smartctl printed no JSON: version 7.0 or newer is needed'
}

const messagesOf = (answer: Entry | undefined): Entry[] => entriesIn(entryIn(answer, 'smartctl'), 'messages')

/** Returns the error of a disk that should have health: a dying one must not look like one without health. */
function faultOf(answer: Entry): string | undefined {
  const errors = messagesOf(answer).filter((message) => textIn(message, 'severity') === 'error')
  const [text] = errors.flatMap((message) => textIn(message, 'string') ?? [])
  return text === undefined || unfitting.test(text) ? undefined : text
}

/** Returns the JSON object of the output: one line. A refused attempt with `sudo` can precede it. */
function parseAnswer(stdout: string): Entry | undefined {
  for (const line of stdout.split('\n')) {
    const value = line.startsWith('{') ? parseJson(line) : undefined
    if (isEntry(value)) return value
  }
  return undefined
}

/**
 * Returns the health in the answer of a disk; undefined if it has none, as that of a sleeping disk. The exit code is
 * not used: its bits mix failures of the program with old entries of the disk's log.
 */
function healthOf(answer: Entry): Health | undefined {
  const nvme = entryIn(answer, 'nvme_smart_health_information_log')
  const table = entriesIn(entryIn(answer, 'ata_smart_attributes'), 'table').map(attributeOf)
  const raw = (...names: RegExp[]) => table.find(({ name }) => names.some((pattern) => pattern.test(name)))?.raw
  const health: Health = {
    status: statusOf(answer, nvme, table),
    celsius: celsiusOf(numberIn(entryIn(answer, 'temperature'), 'current')),
    wearPercent:
      numberIn(nvme, 'percentage_used') ??
      numberIn(entryIn(answer, 'endurance_used'), 'current_percent') ??
      numberIn(answer, 'scsi_percentage_used_endurance_indicator') ??
      wearOf(table),
    powerOnHours: numberIn(entryIn(answer, 'power_on_time'), 'hours') ?? numberIn(nvme, 'power_on_hours'),
    reallocatedSectors:
      raw(/^(Reallocated_Sector_Ct|Reallocate_NAND_Blk_Cnt|Retired_Block_Count)$/) ??
      numberIn(answer, 'scsi_grown_defect_list'),
    mediaErrors:
      numberIn(nvme, 'media_errors') ??
      raw(/^Reported_Uncorrect(able_Errors)?$/) ??
      raw(/^Offline_Uncorrectable$/) ??
      scsiErrors(answer),
  }
  const values = Object.entries(health).filter(([, value]) => value !== undefined)
  return values.length > 0 ? Object.fromEntries(values) : undefined
}

type Attribute = { name: string; value: number | undefined; raw: number | undefined; isFailing: boolean }

const attributeOf = (entry: Entry): Attribute => ({
  name: textIn(entry, 'name') ?? '',
  value: numberIn(entry, 'value'),
  // Some disks keep other counters in the upper bytes of the number; the text begins with the counter itself.
  raw: leadingNumber(textIn(entryIn(entry, 'raw'), 'string')) ?? numberIn(entryIn(entry, 'raw'), 'value'),
  isFailing: textIn(entry, 'when_failed') === 'now',
})

function leadingNumber(text: string | undefined): number | undefined {
  const digits = /^\d{1,15}/.exec(text ?? '')?.[0]
  return digits === undefined ? undefined : Number(digits)
}

function statusOf(answer: Entry, nvme: Entry | undefined, table: readonly Attribute[]): Health['status'] {
  // Critical Warning (NVM Express 2.0, figure 207). Bit 1 is the temperature, which passes.
  const warning = numberIn(nvme, 'critical_warning')
  const temperatureBit = 2
  if (warning === temperatureBit) return 'warning'
  const { passed: hasPassed } = entryIn(answer, 'smart_status') ?? {}
  if (hasPassed === false || warning) return 'failing'
  if (table.some(({ isFailing }) => isFailing)) return 'warning'
  return hasPassed === true || warning === 0 ? 'ok' : undefined
}

/** Attributes of SSD whose normalised value falls from 100 to 0 as the disk wears. */
const wearAttributes =
  /^(Wear_Leveling_Count|Media_Wearout_Indicator|SSD_Life_Left|Percent_Lifetime_(Remain|Used)|Percent_Life_Remaining|Remaining_Lifetime_Perc)$/

function wearOf(table: readonly Attribute[]): number | undefined {
  const left = table.find(({ name }) => wearAttributes.test(name))?.value
  return left === undefined || left > 100 ? undefined : 100 - left
}

/** A sensor that is outside of this does not work. */
const celsiusOf = (number: number | undefined): number | undefined =>
  number !== undefined && number > 0 && number < 150 ? number : undefined

/** Returns the reads and writes that a SAS disk could not correct. */
function scsiErrors(answer: Entry): number | undefined {
  const log = entryIn(answer, 'scsi_error_counter_log')
  const counts = ['read', 'write', 'verify'].map((name) => numberIn(entryIn(log, name), 'total_uncorrected_errors'))
  const counted = counts.filter((count) => count !== undefined)
  return counted.length === 0 ? undefined : counted.reduce((sum, count) => sum + count, 0)
}
