import { type Entry, entriesIn, numberIn, textIn } from '../../loose-values.ts'
import type { GraphicsCard, Monitor } from '../../parts.ts'
import type { OnCut } from '../../source.ts'
import { parseEdid, pnpIdOf } from '../edid.ts'
import { fill } from '../merge.ts'
import { pnpManufacturers } from '../pnp-manufacturers.ts'
import { sizeOf } from './profile-memory.ts'

export const graphicsOf = (cards: readonly Entry[]): GraphicsCard[] =>
  cards.flatMap((card) => {
    const name = textIn(card, 'sppci_model') ?? textIn(card, '_name')
    if (name === undefined) return []
    return {
      name,
      // `sppci_vendor_Apple`, `Intel`, `AMD (0x1002)`
      manufacturer: textIn(card, 'spdisplays_vendor')?.replace(/^sppci_vendor_| \(0x[0-9a-f]+\)$/gi, ''),
      // A card without memory of its own has only `spdisplays_vram_shared`.
      memoryBytes: sizeOf(textIn(card, 'spdisplays_vram')),
    }
  })

/** Returns the displays below each card. Only some have their EDID, which has more than the other fields. */
export const monitorsOf = (cards: readonly Entry[], onCut?: OnCut): Monitor[] =>
  cards
    .flatMap((card) => entriesIn(card, 'spdisplays_ndrvs'))
    .filter((display) => textIn(display, 'spdisplays_online') !== 'spdisplays_no')
    .flatMap((display) => {
      const port = textIn(display, '_spdisplays_displayID') ?? textIn(display, '_name')
      if (port === undefined) return []
      const [, edid] = /^(?:0x)?((?:[0-9a-f]{2})+)$/i.exec(textIn(display, '_spdisplays_edid') ?? '') ?? []
      const manufacturerId = pnpIdOf(Number.parseInt(textIn(display, '_spdisplays_display-vendor-id') ?? '', 16))
      const shown = {
        port,
        manufacturer: manufacturerId && (pnpManufacturers[manufacturerId] ?? manufacturerId),
        model: textIn(display, '_name'),
        serialNumber: serialOf(display),
        made: madeOf(display),
        resolution: resolutionOf(display),
      }
      return {
        ...shown,
        ...(edid && fill([{ model: shown.model }, parseEdid(port, Buffer.from(edid, 'hex'), onCut), shown])),
      }
    })

/** Returns the serial number as text, or the number of the EDID header, which is shown in hexadecimal. */
function serialOf(display: Entry): string | undefined {
  const text = textIn(display, 'spdisplays_display-serial-number')
  const hex = textIn(display, '_spdisplays_display-serial-number')
  if (text !== undefined || !/^[0-9a-f]{1,8}$/i.test(hex ?? '')) return text
  const number = Number.parseInt(hex ?? '', 16)
  return number === 0 ? undefined : `${number}`
}

function madeOf(display: Entry): string | undefined {
  const year = numberIn(display, '_spdisplays_display-year') ?? 0
  const week = numberIn(display, '_spdisplays_display-week') ?? 0
  if (year < 1990 || year > 2245) return undefined
  return week >= 1 && week <= 53 ? `${year}-W${`${week}`.padStart(2, '0')}` : `${year}`
}

/** Returns the native resolution (`spdisplays_2880x1800Retina`), or else that of the current mode (`2880 x 1800`). */
function resolutionOf(display: Entry): string | undefined {
  for (const name of ['spdisplays_pixelresolution', '_spdisplays_pixels']) {
    const [, width, height] = /(\d{3,5}) ?x ?(\d{3,5})/.exec(textIn(display, name) ?? '') ?? []
    if (width !== undefined) return `${width}x${height}`
  }
  return undefined
}
