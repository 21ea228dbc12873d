import { type Host, readValue } from '../../../platform/host.ts'

/** Names of the units or services that run, without `.service`. */
export type ActiveUnits = ReadonlySet<string>

/**
 * Lists the active services from the folders of systemd or OpenRC, without a process. Undefined on another service
 * manager, and in a container without one.
 */
export async function activeUnits(host: Host): Promise<ActiveUnits | undefined> {
  const init = await readValue(host, '/proc/1/comm')
  const folders = init === 'systemd' ? systemdFolders : openrcFolders
  const names = (await Promise.all(folders.map((folder) => host.listFolder(folder)))).flat()
  const units = names.map((name) => name.replace(/^invocation:/, '').replace(/\.service$/, ''))
  return units.length > 0 ? new Set(units) : undefined
}

/** Links of active units. Versions before 237 have none, but the control groups of running services. */
const systemdFolders = [
  '/run/systemd/units',
  '/sys/fs/cgroup/system.slice',
  '/sys/fs/cgroup/systemd/system.slice',
  '/sys/fs/cgroup/unified/system.slice',
]
const openrcFolders = ['/run/openrc/started']
