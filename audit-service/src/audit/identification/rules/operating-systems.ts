import type { Rule } from '../claim.ts'

const computer = (of: Rule['of'], os: string, match: RegExp): Rule => ({ of, match, os, type: 'computer' })

/** Rules for greetings of general-purpose systems; rules for appliances built on them come before. */
export const operatingSystemRules: readonly Rule[] = [
  computer('ssh', 'Raspbian', /^SSH-[\d.]+-\S+ Raspbian-\S*?(?:\+deb(?<version>\d+)u|$)/),
  computer('ssh', 'Debian', /^SSH-[\d.]+-\S+ Debian-\S*?(?:\+deb(?<version>\d+)u|$)/m),
  computer('ssh', 'Ubuntu', /^SSH-[\d.]+-\S+ Ubuntu-/),
  computer('ssh', 'FreeBSD', /^SSH-[\d.]+-\S+ FreeBSD-/),
  computer('ssh', 'NetBSD', /^SSH-[\d.]+-\S+ NetBSD_/),
  computer('ssh', 'Solaris', /^SSH-[\d.]+-Sun_SSH_/),
  computer('ssh', 'Windows', /^SSH-[\d.]+-OpenSSH_for_Windows_/),
  computer('server', 'Windows', /^Microsoft-(?:IIS|HTTPAPI)\//),
  computer('server', 'Windows', /\((?:Win32|Win64)\)/),
  computer('server', 'Debian', /\(Debian\)/),
  computer('server', 'Ubuntu', /\(Ubuntu\)/),
  computer('server', 'Red Hat Enterprise Linux', /\(Red Hat Enterprise Linux\)/),
  computer('server', 'CentOS', /\(CentOS(?: Stream| Linux)?\)/),
  computer('server', 'Rocky Linux', /\(Rocky Linux\)/),
  computer('server', 'AlmaLinux', /\(AlmaLinux\)/),
  computer('server', 'Fedora', /\(Fedora(?: Linux)?\)/),
  computer('server', 'FreeBSD', /\(FreeBSD\)/),
]
