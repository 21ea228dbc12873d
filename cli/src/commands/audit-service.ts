import type { Command } from 'commander'
import { addJoinOptions, type JoinOptions, joiningOf, requireJoining } from '../join-options.ts'
import { addressOption, jsonOption, parentOption, stateDirOption } from './options.ts'

type Common = { stateDir: string; json?: boolean }

export function addAuditServiceCommands(program: Command): void {
  const group = program.command('audit-service').description('scans and audits a site; connects outbound only')
  const add = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .addOption(stateDirOption('/var/lib/rollcall-audit-service', 'ROLLCALL_AUDIT_SERVICE_STATE_DIR'))
      .addOption(jsonOption())

  addJoinOptions(add('join', 'join the collector with a join token'), 'audit-service')
    .option('--name <name>', 'name shown in the inventory (default: the host name)')
    .action(async (options: Common & JoinOptions & { name?: string }, command: Command) =>
      (await import('./run-audit-service.ts')).joinAuditServiceCommand(options, requireJoining(options, command)),
    )
  add('run', 'run the Audit Service in the foreground; logs JSON to standard error')
    .addOption(parentOption())
    .addOption(addressOption('--url'))
    .addOption(addressOption('--nats-url'))
    .action(async (options: Common & { stopOnStdinEnd?: boolean; url?: string; natsUrl?: string }) =>
      (await import('./run-audit-service.ts')).runAuditServiceCommand(options),
    )
  add(
    'status',
    'print the joined collector, the capabilities and the waiting results; fails if it has not joined or does not run',
  ).action(async (options: Common) => (await import('./audit-service-status.ts')).auditServiceStatus(options))
  add('doctor', 'check the requirements on this machine and print remedies').action(async (options: Common) =>
    (await import('./audit-service-doctor.ts')).auditServiceDoctor(options),
  )
  add(
    'forget-host-key',
    'delete the pinned SSH host key of a host: the next audit pins the key that the host shows then',
  )
    .argument('<address>', 'IP address of the host')
    .action(async (address: string, options: Common) =>
      (await import('./run-audit-service.ts')).forgetHostKeyCommand(address, options),
    )
  add('trust-host-key', 'pin the SSH host key of a host, as shown in the result of its audit')
    .argument('<address>', 'IP address of the host')
    .argument('<type>', 'key type, such as ssh-ed25519')
    .argument('<fingerprint>', 'fingerprint as printed by ssh-keygen -l: SHA256:…')
    .action(async (address: string, type: string, fingerprint: string, options: Common) =>
      (await import('./run-audit-service.ts')).trustHostKeyCommand({ address, type, fingerprint }, options),
    )
  addJoinOptions(
    add('install', 'install a systemd service (root), started now and at boot; --url joins first, or joins again'),
    'audit-service',
  )
    .option('--name <name>', 'name shown in the inventory (default: the host name)')
    .action(async (options: Common & JoinOptions & { name?: string }, command: Command) =>
      (await import('./run-audit-service.ts')).installAuditServiceCommand(options, joiningOf(options, command)),
    )
  add('uninstall', 'remove the systemd service; its state is kept').action(async ({ json }: Common) =>
    (await import('../systemd-units.ts')).uninstallUnit({ part: 'audit-service', json }),
  )
}
