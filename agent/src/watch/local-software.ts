import type { ReadState } from './change-detector.ts'
import { linuxDatabases, macosDatabases, windowsKeys } from './software-databases.ts'
import { stateOfFiles } from './state-of-files.ts'

/** Returns the function that reads the state of the software of this machine. */
export async function localSoftware(): Promise<ReadState> {
  if (process.platform === 'win32') return await localWindowsSoftware()
  const paths = Object.values(process.platform === 'darwin' ? macosDatabases : linuxDatabases).flat()
  return () => stateOfFiles(paths)
}

async function localWindowsSoftware(): Promise<ReadState> {
  const [koffi, { loadLibraries }, { nativeRegistry }, { countRegistryChanges }, { windowsSoftware }] =
    await Promise.all([
      import('koffi'),
      import('../platform/windows/libraries.ts'),
      import('../platform/windows/native-registry.ts'),
      import('../platform/windows/registry-notices.ts'),
      import('./windows-software.ts'),
    ])
  const libraries = loadLibraries(koffi)
  const ofMachine = Object.values(windowsKeys).flatMap(({ machine }) => machine)
  return windowsSoftware(nativeRegistry(libraries), countRegistryChanges(libraries, ofMachine))
}
