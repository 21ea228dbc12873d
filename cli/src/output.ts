/** One result: as JSON for programs, or as text for people. */
export function print(json: boolean | undefined, result: unknown, text: () => string): void {
  console.log(json ? JSON.stringify(result) : text())
}

/** Text from outside, whose control characters must never reach the terminal. */
export const oneLine = (text: string): string => text.replace(/\p{C}/gu, ' ')

/** Rows as columns padded to their widest cell. */
export function table(head: string[], rows: string[][]): string {
  const clean = [head, ...rows].map((row) => row.map(oneLine))
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

/** One line that is written over, for a person who waits; programs get none of it. */
export function progressLine(): { show(text: string): void; clear(): void } {
  if (!process.stderr.isTTY) return { show: () => undefined, clear: () => undefined }
  const clear = '\r\u001b[K'
  return {
    show: (text) => void process.stderr.write(`${clear}${text}`),
    clear: () => void process.stderr.write(clear),
  }
}
