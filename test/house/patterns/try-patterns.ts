import { parentPort, workerData } from 'node:worker_threads'
import { hostileTexts } from './hostile-texts.ts'
import type { Pattern } from './literals.ts'

/** Tries each pattern on its hostile texts, and says before each text which one it is. */
const { patterns, length } = workerData as { patterns: Pattern[]; length: number }
for (const { file, source, flags } of patterns) {
  const pattern = new RegExp(source, flags.replace(/[gy]/g, ''))
  for (const text of hostileTexts(source, length)) {
    parentPort?.postMessage(`${file}: /${source}/${flags} on ${JSON.stringify(text.slice(0, 40))}…`)
    pattern.exec(text)
  }
}
