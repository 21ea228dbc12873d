import { type Entry, entriesIn, numberIn, textIn } from '../../loose-values.ts'
import type { HardwarePart } from '../../parts.ts'
import { sizeOf } from './profile-memory.ts'

type GraphicsCard = NonNullable<HardwarePart['graphics']>[number]
type Monitor = NonNullable<HardwarePart['monitors']>[number]

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

/** Returns the displays below each card. */
export const monitorsOf = (cards: readonly Entry[]): Monitor[] =>
  cards
    .flatMap((card) => entriesIn(card, 'spdisplays_ndrvs'))
    .filter((display) => textIn(display, 'spdisplays_online') !== 'spdisplays_no')
    .flatMap((display) => {
      const port = textIn(display, '_spdisplays_displayID') ?? textIn(display, '_name')
      if (port === undefined) return []
      return {
        port,
        manufacturer: manufacturerOf(textIn(display, '_spdisplays_display-vendor-id')),
        model: textIn(display, '_name'),
        serialNumber: serialOf(display),
        made: madeOf(display),
        resolution: resolutionOf(display),
      }
    })

/** Decodes the three letters of an EDID manufacturer, 5 bits each: `610` is APP. */
function manufacturerOf(hex: string | undefined): string | undefined {
  if (!/^[0-9a-f]{1,4}$/i.test(hex ?? '')) return undefined
  const id = Number.parseInt(hex ?? '', 16)
  const letters = [10, 5, 0].map((shift) => (id >> shift) & 31)
  return letters.every((letter) => letter >= 1 && letter <= 26)
    ? String.fromCharCode(...letters.map((letter) => letter + 64))
    : undefined
}

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
