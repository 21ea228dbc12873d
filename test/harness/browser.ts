import { fileURLToPath } from 'node:url'
import { findTool, toolsDirOf } from '@rollcall/shared/node/tools.ts'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { browserNamespace } from './browser/namespace.ts'
import type { ReadyFacts } from './rollcall.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The system's Chromium, in a network namespace of its own. */
export async function launchChromium(): Promise<Browser> {
  const program = findTool('chromium-headless-shell', toolsDirOf(root))
  if (program === undefined) throw new Error('chromium-headless-shell is not installed')
  const namespace = await browserNamespace()
  const args = [
    // As root, as in a container, Chromium runs only without its sandbox. It asks for updates and more of its own accord.
    ...['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    // By default loopback addresses need no proxy.
    ...[`--proxy-server=http://127.0.0.1:${namespace.proxyPort}`, '--proxy-bypass-list=<-loopback>'],
  ]
  return chromium.launch({
    executablePath: fileURLToPath(new URL('./browser/chromium-in-namespace', import.meta.url)),
    args,
    env: { ...process.env, BROWSER_NAMESPACE: namespace.file, BROWSER_PROGRAM: program },
  })
}

export type Watched = {
  context: BrowserContext
  /** Whatever its pages asked for. */
  requests: URL[]
  /** Whatever went wrong in them: errors and warnings of the console, as of the policy, and calls that failed. */
  faults: string[]
}

/** A browser of somebody who has never been here. Who trusts the CA is for other tests. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const viewport = { width: 1280, height: 900 }
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport, reducedMotion: 'reduce', ...options })
  // A page may take half a minute on a busy machine.
  context.setDefaultTimeout(60_000)
  const requests: URL[] = []
  const faults: string[] = []
  context.on('request', (request) => requests.push(new URL(request.url())))
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  context.on('weberror', (error) => faults.push(String(error.error())))
  context.on('requestfailed', (request) => {
    // A page that has moved on takes its calls back.
    const why = request.failure()?.errorText
    if (why !== 'net::ERR_ABORTED') faults.push(`${request.url()} ${why}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.url()} ${response.status()}`)
  })
  return { context, requests, faults }
}

export const chosenPassword = 'a password of the tests'

/** A collector with its first administrator. */
type SignInFacts = { facts: Pick<ReadyFacts, 'url' | 'username' | 'password'> }

/** Signs in as the first administrator, who has chosen a password once `firstSignIn` has run. */
export async function signIn(
  context: BrowserContext,
  { facts }: SignInFacts,
  password = chosenPassword,
): Promise<void> {
  await post(context, facts.url, 'sign-in/username', { username: facts.username, password })
}

export async function firstSignIn(context: BrowserContext, up: SignInFacts): Promise<void> {
  const currentPassword = up.facts.password
  if (currentPassword === undefined) throw new Error('the collector has been started before')
  await signIn(context, up, currentPassword)
  await post(context, up.facts.url, 'change-password', { currentPassword, newPassword: chosenPassword })
}

async function post(context: BrowserContext, url: string, path: string, data: object): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/${path}`, { data, headers: { Origin: url } })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
}
