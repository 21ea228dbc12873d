import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { GlpiContent, GlpiItem } from './glpi-schema.ts'
import { mebibytes, natural } from './glpi-values.ts'

type HostedSystems = Pick<Hardware, 'containers' | 'guests'>

/** Names of `vmtype` that share the kernel of their host. */
const containerTypes = new Set([
  'containerd',
  'cri-o',
  'docker',
  'incus',
  'jail',
  'lxc',
  'lxd',
  'openvz',
  'podman',
  'solariszone',
  'systemd-nspawn',
  'virtuozzo',
  'vserver',
  'wpar',
])

/** Converts `virtualmachines`, where agents list containers as well. */
export function hostedSystemsOf({ virtualmachines: machines }: GlpiContent): HostedSystems {
  if (machines === undefined) return {}
  const isContainer = (machine: Machine) => containerTypes.has(typeOf(machine))
  return {
    containers: machines.filter(isContainer).flatMap(containerOf),
    guests: machines.filter((machine) => !isContainer(machine)).flatMap(guestOf),
  }
}

type Machine = GlpiItem<'virtualmachines'>

const typeOf = ({ vmtype, subsystem }: Machine): string => (vmtype ?? subsystem ?? 'unknown').toLowerCase()

function containerOf(machine: Machine): NonNullable<Hardware['containers']> {
  const { name, uuid, image, status } = machine
  const id = uuid ?? name
  return id === undefined ? [] : [{ runtime: typeOf(machine), id, name, image, state: stateOf(status) }]
}

function guestOf(machine: Machine): NonNullable<Hardware['guests']> {
  const { uuid, memory, vcpu, status } = machine
  const name = machine.name ?? uuid
  if (name === undefined) return []
  return [
    {
      hypervisor: typeOf(machine),
      name,
      uuid,
      memoryBytes: mebibytes(memory),
      processors: natural(vcpu),
      state: stateOf(status),
    },
  ]
}

/** States of the document format; `idle` and `blocked` are those of a running guest that waits. */
const states = new Map<string | undefined, 'running' | 'stopped' | 'paused'>([
  ['running', 'running'],
  ['idle', 'running'],
  ['blocked', 'running'],
  ['paused', 'paused'],
  ['shutdown', 'stopped'],
  ['crashed', 'stopped'],
  ['dying', 'stopped'],
  ['off', 'stopped'],
])

const stateOf = (status: string | undefined) => states.get(status?.toLowerCase())
