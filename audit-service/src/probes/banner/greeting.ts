import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import { withoutMoments } from '@rollcall/shared/inventory/text-counters.ts'
import type { Target } from '../tcp/conversation.ts'
import { exchange } from './exchange.ts'
import { productOf } from './product.ts'
import type { PrintWithBytes } from './service-print.ts'
import { withoutTelnetCommands } from './telnet.ts'

/** A protocol in which the server speaks first. */
export type Greeting = {
  name: string
  /** Group 1 is the software in the greeting; without it only the banner is known. */
  software?: RegExp
  /** Matches a complete greeting. */
  isWhole: RegExp
  clean?: (received: Buffer) => Buffer
}

/** RFC 4253, section 4.2: lines may precede the identification, which names software and comment. */
const ssh: Greeting = { name: 'ssh', isWhole: /^SSH-[^\n]*\n/m, software: /^SSH-[\d.]+-(\S+)/m }
/** RFC 959, section 4.2, and RFC 5321, section 4.2.1: the last line has a space after its code. */
const reply = /^\d{3} [^\n]*\n/m
const ftp: Greeting = { name: 'ftp', isWhole: reply, software: /^220[ -](?:.*?\()?(.*)/m }
const smtp: Greeting = { name: 'smtp', isWhole: reply, software: /^220[ -]\S+ E?SMTP (.*)/m }
const line = /\n/
const telnet: Greeting = {
  name: 'telnet',
  isWhole: /(?:login|user ?name|password) ?: *$/i,
  clean: withoutTelnetCommands,
}

/** Greetings by port. MySQL (3306) is missing although it speaks first: it blocks addresses that often disconnect. */
export const greetings: ReadonlyMap<number, Greeting> = new Map([
  [21, ftp],
  [22, ssh],
  [23, telnet],
  [25, smtp],
  [110, { name: 'pop3', isWhole: line }],
  [143, { name: 'imap', isWhole: line }],
  [587, { ...smtp, name: 'submission' }],
  [902, { name: 'vmware-auth', isWhole: reply, software: /^220 (VMware Authentication Daemon.*?):/m }],
  [2222, ssh],
  [5900, { name: 'vnc', isWhole: line }],
])

const bytesMax = 4096
const bannerMax = 512
const timeoutMs = 2_500

/** Reads the greeting of a port. Nothing is sent. */
export async function readGreeting(
  target: Target,
  { name, software, isWhole, clean = (bytes) => bytes }: Greeting,
  signal: AbortSignal,
): Promise<PrintWithBytes | undefined> {
  const isDone = (bytes: Buffer) => isWhole.test(clean(bytes).toString('latin1'))
  const { received } = await exchange(target, { isDone, bytesMax, timeoutMs, signal })
  const banner = withoutMoments(
    cleanText(
      clean(received)
        .toString('utf8')
        .replace(/\r+\n?/g, '\n'),
      bannerMax,
    ),
  )
  if (banner === '') return undefined
  const print = { port: target.port, protocol: 'tcp' as const, name, banner }
  const named = software && productOf(software.exec(banner)?.[1] ?? '')
  return { print: { ...print, ...named }, received }
}
