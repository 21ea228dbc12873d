import { printable, printableJson } from '@rollcall/shared/printable.ts'

/** Prints one result: as JSON for programs, or as text for people. */
export function print(json: boolean | undefined, result: unknown, text: () => string): void {
  console.log(json ? printableJson(JSON.stringify(result)) : printable(text()))
}

/** Replaces control characters in text from outside, which must never reach the terminal. */
export const oneLine = (text: string): string => text.replace(/\p{C}/gu, ' ')

/** Widest cell in characters: one long device text must not push all others off the screen. */
const cellMax = 48

const cell = (text: string, column: number, { length }: { length: number }): string => {
  const line = oneLine(text)
  return column < length - 1 && line.length > cellMax ? `${line.slice(0, cellMax - 1)}…` : line
}

/** Formats rows as columns padded to their widest cell. Long cells are cut, except in the last column. */
export function table(head: string[], rows: string[][]): string {
  const clean = [head, ...rows].map((row) => row.map(cell))
  const widths = head.map((_, column) => Math.max(...clean.map((row) => row[column]?.length ?? 0)))
  return clean
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Prints one line that is overwritten, for people at a terminal; programs receive none of it. */
export function progressLine(): { show(text: string): void; clear(): void } {
  if (!process.stderr.isTTY) return { show: () => undefined, clear: () => undefined }
  const clear = '\r\u001b[K'
  return {
    show: (text) => void process.stderr.write(`${clear}${text}`),
    clear: () => void process.stderr.write(clear),
  }
}
