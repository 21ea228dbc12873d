import { z } from 'zod'
import { deviceLine, timestampSchema } from './primitives.ts'

const text = deviceLine(512)
const amount = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER)

export const operatingSystemSchema = z.object({
  name: text.optional(),
  version: text.optional(),
  edition: text.optional(),
  build: text.optional(),
  kernel: text.optional(),
  architecture: text.optional(),
  installedAt: timestampSchema.optional(),
  bootedAt: timestampSchema.optional(),
  /** Updates that the package manager offers, from its local data. Absent if nothing could tell. */
  pendingUpdates: z
    .object({
      /** Time of the package lists that this is based on. */
      listsFrom: timestampSchema.optional(),
      /** A restart is needed for updates that are already installed. */
      needsRestart: z.boolean().optional(),
      /** Empty if everything is up to date. Absent if only the need of a restart could be read. */
      updates: z
        .array(z.object({ name: text, version: deviceLine(256).optional(), isSecurity: z.boolean().optional() }))
        .max(10_000)
        .optional(),
    })
    .optional(),
})

/** A local account of a person or a service that can sign in. */
export const accountSchema = z.object({
  name: text,
  fullName: text.optional(),
  /** uid, or the SID of Windows. */
  id: text.optional(),
  home: text.optional(),
  shell: text.optional(),
  /** May act as root or is a member of the local administrators. */
  isAdministrator: z.boolean().optional(),
  isDisabled: z.boolean().optional(),
  /** Signed in at the time of the observation. */
  isSignedIn: z.boolean().optional(),
  lastSignInAt: timestampSchema.optional(),
})

/** A service of the operating system: a systemd unit, a Windows service, a launchd job. */
export const systemServiceSchema = z.object({
  name: text,
  description: text.optional(),
  start: z.enum(['automatic', 'manual', 'disabled']).optional(),
  state: z.enum(['running', 'stopped', 'failed']).optional(),
  program: text.optional(),
  user: text.optional(),
})

/** A container of a runtime on this machine. */
export const containerSchema = z.object({
  /** `docker`, `podman`, `lxc`, `containerd`, … */
  runtime: text,
  id: text,
  name: text.optional(),
  image: text.optional(),
  createdAt: timestampSchema.optional(),
  state: z.enum(['running', 'stopped', 'paused']).optional(),
})

/** A virtual machine that this machine hosts. */
export const guestSchema = z.object({
  /** `libvirt`, `hyper-v`, `virtualbox`, `proxmox`, … */
  hypervisor: text,
  name: text,
  uuid: text.optional(),
  memoryBytes: amount.optional(),
  processors: z.int().nonnegative().optional(),
  state: z.enum(['running', 'stopped', 'paused']).optional(),
})

/** The machine as a node of a Kubernetes cluster. */
export const kubernetesNodeSchema = z.object({
  /** Version of the kubelet. */
  version: text.optional(),
  distribution: text.optional(),
  /** Address of the cluster's API server. */
  server: text.optional(),
})

const onOrOff = z.enum(['on', 'off'])

/** State of the machine's protection. A value is absent if it could not be read. */
export const securitySchema = z.object({
  /** `off`: the firmware supports it. `unsupported`: it does not. */
  secureBoot: z.enum(['on', 'off', 'unsupported']).optional(),
  tpm: z
    .object({
      isPresent: z.boolean(),
      /** Version of the specification: `1.2` or `2.0`. */
      version: text.optional(),
      manufacturer: text.optional(),
      firmware: text.optional(),
    })
    .optional(),
  firewalls: z
    .array(
      z.object({
        name: text,
        /** Profile of Windows: `domain`, `private`, `public`. */ profile: text.optional(),
        state: onOrOff,
      }),
    )
    .max(64)
    .optional(),
  antivirus: z
    .array(
      z.object({
        name: text,
        version: text.optional(),
        state: onOrOff.optional(),
        isUpToDate: z.boolean().optional(),
        signaturesFrom: timestampSchema.optional(),
      }),
    )
    .max(32)
    .optional(),
  timeSync: z
    .object({
      /** Program: `chrony`, `systemd-timesyncd`, `ntpd`, `w32time`. */
      service: text.optional(),
      state: onOrOff.optional(),
      isSynchronized: z.boolean().optional(),
      servers: z.array(text).max(32).default([]),
    })
    .optional(),
  /** Mandatory access control: `selinux` or `apparmor`, with its mode. */
  accessControl: z.object({ name: text, mode: text }).optional(),
})
