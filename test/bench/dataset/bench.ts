import type { Report } from '../report.ts'
import { type Dataset, dataset } from './cache.ts'
import { startCollector } from './collector.ts'
import { benchCsv } from './csv.ts'
import { benchLists } from './lists.ts'
import { benchMixed } from './mixed.ts'
import { benchOverhead } from './overhead.ts'

const size = { devices: 100_000, packages: 100, snapshots: 20 }

/** The collector under a large inventory: lists, CSV, many readers while snapshots come in, and what a request costs. */
export async function benchDataset(): Promise<Report[]> {
  const made = await dataset(size)
  return [...(await benchReads(made)), await benchMixed(made)]
}

async function benchReads(made: Dataset): Promise<Report[]> {
  await using collector = await startCollector(made.dataDir)
  return [await benchLists(collector, made), await benchCsv(collector), await benchOverhead(collector)]
}
