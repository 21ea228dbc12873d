import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They mostly wait: for the clock's next minute, for a server that gives a lost task out again. */
const waiting = ['test/faults/restarts.test.ts', 'test/flows/schedules.test.ts', 'test/faults/frozen.test.ts']

/** It loads the whole collector. Vitest prepares each file for its tests once, on one thread, for which all would wait. */
const preparing = 'collector/src/http/v1/new-devices.test.ts'

/** The projects with the longest files first, so that short ones fill the workers at the end. */
const projects = ['flows', 'browser', 'house', 'collector', 'unit']
const placeOf = ({ project }: TestSpecification) => projects.indexOf(project.name)

/**
 * In the order of the projects. But what waits is spread over the first half, so that one waits while others are run and
 * none is left alone at the end, and the files of the collector are prepared while others wait.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
    const named = (names: readonly string[]) =>
      names.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)))
    const early = [...named(waiting), ...named([preparing])]
    const others = sorted.filter((file) => !early.includes(file))
    const apart = Math.ceil(others.filter(({ project }) => project.name === 'flows').length / early.length)
    for (const [index, file] of early.entries()) others.splice(index * (apart + 1), 0, file)
    return others
  }
}
