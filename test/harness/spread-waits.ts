import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They mostly wait: for the clock's next minute, for a server to start or to give a lost task out again. */
const waiting = [
  'test/faults/restarts.test.ts',
  'test/flows/schedules.test.ts',
  'test/faults/frozen.test.ts',
  'collector/src/messaging/start.test.ts',
  'collector/src/messaging/accounts.test.ts',
  'collector/src/messaging/cluster.test.ts',
  'collector/src/messaging/results.test.ts',
  'collector/src/reports/runs.test.ts',
  'collector/src/activity/notifications/webhook-waits.test.ts',
  'collector/src/operations/installation.test.ts',
  'collector/src/store/postgres/away.test.ts',
  'audit-service/src/messaging/link.test.ts',
  'audit-service/src/discovery/discover-in-namespace.test.ts',
  'agent/src/submit/hostile-collector.test.ts',
]

/** Projects in their order: those with many short files at the end, so that all workers end at the same time. */
const projects = ['flows', 'browser', 'house', 'unit', 'collector']

/** In the order of the projects. Files that wait are spread over their project, so that one waits while others are run. */
export class SpreadWaits extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return projects.flatMap((name) => spread(sorted.filter(({ project }) => project.name === name)))
  }
}

function spread(files: readonly TestSpecification[]): TestSpecification[] {
  const isWait = ({ moduleId }: TestSpecification) => waiting.some((name) => moduleId.endsWith(name))
  const waits = files.filter(isWait)
  const others = files.filter((file) => !isWait(file))
  const apart = Math.ceil(others.length / waits.length)
  for (const [index, file] of waits.entries()) others.splice(index * (apart + 1), 0, file)
  return others
}
