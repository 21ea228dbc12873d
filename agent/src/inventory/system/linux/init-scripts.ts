import type { HardwarePart, SystemService } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { upTo } from '../../up-to.ts'

/** Runlevels in which a service starts: of OpenRC by name, of System V by number. */
const openrcLevels = ['sysinit', 'boot', 'default']
const systemVLevels = ['rcS.d', 'rc2.d', 'rc3.d', 'rc5.d']
const servicesMax = 4_096

/** Files of /etc/init.d that are no services. */
const noService = /^(README|functions(\.sh)?|skeleton|rc|rcS|.*\.(dpkg|rpm)\w+|\..*)$/

/** Lists the services of OpenRC (Alpine, Gentoo), of procd (OpenWrt) and of System V, from files alone. */
export const initScripts: Source<HardwarePart> = {
  name: 'init-scripts',
  reads: ['systemServices'],
  isAvailable: async (host) =>
    !(await host.listFolder('/run/systemd')).includes('system') && (await host.listFolder('/etc/init.d')).length > 0,
  collect: async (host, onCut) => {
    const scripts = (await host.listFolder('/etc/init.d')).filter((name) => !noService.test(name))
    const list = (folder: string) => host.listFolder(folder)
    const [started, failed, ...levels] = await Promise.all([
      list('/run/openrc/started'),
      list('/run/openrc/failed'),
      ...openrcLevels.map((level) => list(`/etc/runlevels/${level}`)),
      ...[...systemVLevels.map((level) => `/etc/${level}`), '/etc/rc.d'].map(list),
    ])
    // System V and OpenWrt number their links: `S20ssh`.
    const enabled = new Set(levels.flat().map((name) => name.replace(/^S\d\d/, '')))
    const hasState = (await list('/run/openrc')).length > 0
    const stateOf = (name: string): SystemService['state'] =>
      failed.includes(name) ? 'failed' : started.includes(name) ? 'running' : 'stopped'
    return {
      systemServices: upTo(scripts, servicesMax, 'services', onCut).map((name) => ({
        name,
        start: enabled.has(name) ? 'automatic' : 'manual',
        state: hasState ? stateOf(name) : undefined,
        program: `/etc/init.d/${name}`,
      })),
    }
  },
}
