import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They mostly wait: for the clock's next minute, for a server that gives a lost task out again. */
const waiting = ['test/faults/restarts.test.ts', 'test/flows/schedules.test.ts', 'test/faults/frozen.test.ts']

/** The projects with the longest files first, so that short ones fill the workers at the end. */
const projects = ['flows', 'browser', 'house', 'collector', 'unit']
const placeOf = ({ project }: TestSpecification) => projects.indexOf(project.name)

/** In the order of the projects, but what waits is begun early and spread, so that one waits while the others are run. */
export class SpreadWaits extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
    const waits = waiting.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)))
    const others = sorted.filter((file) => !waits.includes(file))
    const apart = Math.ceil(others.length / waiting.length)
    for (const [index, file] of waits.entries()) others.splice(index * (apart + 1), 0, file)
    return others
  }
}
