import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillIn, type Part, parts, programDir, settingsFile } from './package-contents.ts'

/** Functions in the language of sh for what happens around an installation, the same for every package format. */
export type Lifecycle = string

export async function lifecycleOf(part: Part, projectDir: string): Promise<Lifecycle> {
  const template = await readFile(join(projectDir, 'scripts', 'release', 'files', 'lifecycle.sh'), 'utf8')
  return fillIn(template, {
    PACKAGE: `rollcall-${part.name}`,
    PART: part.name,
    PROGRAM: programDir(part.name),
    STATE: part.stateDir,
    USER: part.user ?? '',
    UNIT: part.enabledUnit,
    OPTIONAL_UNIT: part.optionalUnit ?? '',
    UNITS: Object.keys(part.units).join(' '),
    START: part.startsAtOnce ? 'yes' : 'no',
    PRIORITY: `${10 * (parts.length - parts.indexOf(part))}`,
    SETTINGS: `/${settingsFile(part)}`,
  })
}
