import { type ImportResult, importResultSchema } from '@rollcall/shared/api/import.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { type FieldError, messageOf } from '@rollcall/shared/errors.ts'
import { CommandFailed } from '../failed.ts'
import { type DocumentSource, documentSources, isPartial } from '../import-files.ts'
import { localApi, Refused } from '../local-api.ts'
import { oneLine, print, progressLine } from '../output.ts'

type ImportCommandOptions = { site?: string; dataDir: string; json?: boolean }

type Imported = { file: string; outcome: 'new' | 'updated' | 'unchanged'; deviceId: string; snapshotId: string }
type Failed = { file: string; outcome: 'failed'; reason: string; errors: FieldError[] }
type Outcome = Imported | Failed

/** Time for a document of the largest size on a busy machine. */
const importTimeoutMs = 5 * 60_000

/**
 * Imports one document after the other, so that only one is in memory. Partial documents come last, because another
 * document of the same call may create their device.
 */
export async function runImport(names: string[], { site, dataDir, json }: ImportCommandOptions): Promise<void> {
  const api = localApi(dataDir)
  const sources = await documentSources(names)
  const outcomes: Outcome[] = []
  const progress = progressLine()

  const report = (outcome: Outcome) => {
    outcomes.push(outcome)
    progress.clear()
    if (!json) printOutcome(outcome)
    progress.show(`${outcomes.length} of ${counted(sources.length, 'document')}`)
  }
  const send = async (file: string, body: Buffer) => {
    try {
      const call = { method: 'POST', path: '/api/v1/imports', body, siteId: site, timeoutMs: importTimeoutMs } as const
      report(imported(file, await api(call, importResultSchema)))
    } catch (error) {
      // Any other failure would also happen to the next documents.
      if (!(error instanceof Refused)) throw error
      report({ file, outcome: 'failed', reason: error.message, errors: error.errors })
    }
  }
  const pass = async (some: DocumentSource[], isLater: (body: Buffer) => boolean) => {
    const later: DocumentSource[] = []
    for (const source of some) {
      const body = await source.read().catch((error: unknown) => {
        report({ file: source.name, outcome: 'failed', reason: messageOf(error), errors: [] })
      })
      if (!body) continue
      if (isLater(body)) later.push(source)
      else await send(source.name, body)
    }
    return later
  }

  try {
    const partial = await pass(sources, isPartial)
    await pass(partial, () => false)
  } finally {
    progress.clear()
    print(json, outcomes, () => summary(outcomes))
  }
  if (outcomes.some(({ outcome }) => outcome === 'failed')) throw new CommandFailed()
}

function imported(file: string, { deviceId, snapshotId, isNew, status }: ImportResult): Imported {
  const changed = isNew ? 'new' : 'updated'
  return { file, outcome: status === 'duplicate' ? 'unchanged' : changed, deviceId, snapshotId }
}

function printOutcome(outcome: Outcome): void {
  if (outcome.outcome === 'failed') console.error(oneLine(`${outcome.file}: ${outcome.reason}`))
  else console.log(oneLine(`${outcome.file}: ${outcome.outcome}, device ${outcome.deviceId}`))
}

function summary(outcomes: Outcome[]): string {
  const count = (which: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === which).length
  const documents = counted(outcomes.length, 'document')
  return `${documents}: ${counted(count('new'), 'new device')}, ${count('updated')} updated, ${count('unchanged')} unchanged, ${count('failed')} failed`
}
