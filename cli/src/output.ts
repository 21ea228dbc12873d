/** One result: as JSON for programs, or as text for people. */
export function print(json: boolean | undefined, result: unknown, text: () => string): void {
  console.log(json ? JSON.stringify(result) : text())
}

/** Rows as columns padded to their widest cell; control characters from outside never reach the terminal. */
export function table(head: string[], rows: string[][]): string {
  const clean = [head, ...rows].map((row) => row.map((cell) => cell.replace(/\p{C}/gu, ' ')))
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
