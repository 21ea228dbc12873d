import { expect, it } from 'vitest'
import { type SmtpHarness, type SmtpOptions, startSmtp } from '../../../../test/harness/smtp.ts'
import type { Store } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { testSite } from '../testing/site.ts'
import { retryWaitsMs } from './deliver-or-retry.ts'
import { listNotifications } from './list-notifications.ts'
import { notify } from './notify.ts'
import { sendTestMail } from './send-test-mail.ts'

const login = { user: 'rollcall', pass: 'right horse' }

/** Creates a site that sends its mail to this server, and a notice. */
async function mailSite(store: Store, smtp: SmtpHarness, { security, login: own }: SmtpOptions, ...to: string[]) {
  const { ctx, ...test } = await testContext(store)
  const site = testSite(ctx, { ca: [smtp.ca] })
  const server = { host: '127.0.0.1', port: smtp.port, security, from: 'rollcall@example.org' }
  const credentials = own ? { username: own.user, password: own.pass } : {}
  const recipients = to.length > 0 ? to : ['it@example.org']
  await site.set({ smtp: { ...server, ...credentials }, recipients })
  const send = (subject = 'The disk is full', key = 'disk') =>
    ctx.store.write((tx) =>
      notify(tx, {
        siteId: ctx.siteId,
        template: 'Administrative',
        key,
        subject,
        text: 'Make some room.\n',
        timestamp: ctx.clock.now().toISOString(),
      }),
    )
  return { ctx, ...test, ...site, send }
}

describeOnBothEngines('mail', ({ open }) => {
  it.each(['tls', 'starttls'] as const)('is sent encrypted by %s with a login', async (security) => {
    await using smtp = await startSmtp({ security, login })
    const site = await mailSite(await open(), smtp, { security, login })
    await site.send()
    expect(await site.attempt()).toEqual([])
    expect(smtp.mails).toMatchObject([{ from: 'rollcall@example.org', to: ['it@example.org'], isEncrypted: true }])
    expect(smtp.mails[0]?.source).toContain('Subject: The disk is full\r\n')
    expect(smtp.mails[0]?.source).toContain('Auto-Submitted: auto-generated\r\n')
    expect(await site.deliveries()).toMatchObject([{ status: 'Sent', attempts: 1, sentAt: '2026-11-20T08:00:00.000Z' }])
  })

  it('has no injected header, whatever the subject is', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(await open(), smtp, { security: 'none' })
    await site.send('Device a\r\nBcc: everyone@example.org\r\n\r\nbody is new\t')
    await site.attempt()
    const [mail] = smtp.mails
    expect(mail?.to).toEqual(['it@example.org'])
    const header = mail?.source.slice(0, mail.source.indexOf('\r\n\r\n')).replace(/\r\n /g, ' ')
    expect(header).toMatch(/^Subject: Device a Bcc: everyone@example.org body is new$/m)
    expect(header).not.toMatch(/^Bcc:/m)
  })

  it('waits for a corrected password and reports the error', async () => {
    await using smtp = await startSmtp({ security: 'starttls', login })
    const site = await mailSite(await open(), smtp, { security: 'starttls', login: { ...login, pass: 'wrong' } })
    await site.send()
    const [waitSeconds] = await site.attempt()
    expect(waitSeconds).toBeGreaterThanOrEqual(5)
    expect(await site.deliveries()).toMatchObject([
      { status: 'Waiting', attempts: 1, lastError: expect.stringContaining('535') },
    ])
    await site.set({ smtp: { password: login.pass } })
    await site.attempt()
    expect(smtp.mails).toHaveLength(1)
    expect(await site.deliveries()).toMatchObject([{ status: 'Sent', attempts: 2, lastError: null }])
  })

  it('fails at once for a rejected recipient and reaches the others once', async () => {
    await using smtp = await startSmtp({ security: 'none', refuses: ['gone@example.org'] })
    const site = await mailSite(await open(), smtp, { security: 'none' }, 'gone@example.org', 'it@example.org')
    await site.send()
    expect(await site.attempt()).toEqual([])
    const refused = { target: 'gone@example.org', status: 'Failed', lastError: expect.stringContaining('550') }
    expect(await site.deliveries()).toMatchObject([refused, { target: 'it@example.org', status: 'Sent' }])
    expect(smtp.mails.map(({ to }) => to)).toEqual([['it@example.org']])
    const failed = await listNotifications(site.ctx, { status: 'Failed', limit: 50, offset: 0 })
    expect(failed).toMatchObject({ total: 1, items: [{ subject: 'The disk is full', deliveries: [refused, {}] }] })
  })

  it('is sent after an unreachable server returns', async () => {
    const smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(await open(), smtp, { security: 'none' })
    await smtp.stop()
    await site.send()
    expect(await site.attempt()).toHaveLength(1)
    await using back = await startSmtp({ security: 'none', port: smtp.port })
    expect(await site.attempt()).toEqual([])
    expect(back.mails).toHaveLength(1)
    expect(await site.deliveries()).toMatchObject([{ status: 'Sent', attempts: 2 }])
  })

  it('is retried for three days, then fails', async () => {
    const smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(await open(), smtp, { security: 'none' })
    await smtp.stop()
    await site.send()
    for (const waitMs of retryWaitsMs) {
      const [waitSeconds] = await site.attempt()
      expect(waitSeconds).toBeGreaterThanOrEqual(waitMs / 1000)
      expect(waitSeconds).toBeLessThanOrEqual((waitMs / 1000) * 1.1)
    }
    expect(await site.attempt()).toEqual([])
    expect(await site.deliveries()).toMatchObject([
      { status: 'Failed', attempts: 10, lastError: expect.stringContaining('ECONNREFUSED') },
    ])
  })

  it('is never sent in the clear if encryption is set', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(await open(), smtp, { security: 'starttls' })
    await site.send()
    expect(await site.attempt()).toHaveLength(1)
    expect(smtp.mails).toEqual([])
    expect(await sendTestMail(site.ctx)).toMatchObject({ ok: false, problem: 'tls_failed', accepted: [] })
  })
})

describeOnBothEngines('a test mail', ({ open }) => {
  it('reports accepted and rejected recipients', async () => {
    await using smtp = await startSmtp({ security: 'none', refuses: ['gone@example.org'] })
    const site = await mailSite(await open(), smtp, { security: 'none' }, 'it@example.org', 'gone@example.org')
    expect(await sendTestMail(site.ctx)).toMatchObject({
      ok: false,
      problem: 'recipient_refused',
      accepted: ['it@example.org'],
      refused: [{ recipient: 'gone@example.org', detail: expect.stringContaining('550') }],
    })
    await site.set({ recipients: ['it@example.org'] })
    expect(await sendTestMail(site.ctx)).toEqual({
      ok: true,
      problem: null,
      detail: null,
      accepted: ['it@example.org'],
      refused: [],
    })
    expect(smtp.mails).toHaveLength(2)
    await site.set({ recipients: ['gone@example.org'] })
    expect(await sendTestMail(site.ctx)).toMatchObject({ ok: false, problem: 'recipient_refused' })
  })

  it('reports errors of the server and the settings', async () => {
    const smtp = await startSmtp({ security: 'tls', login })
    const { ctx, set } = await mailSite(await open(), smtp, { security: 'tls', login: { ...login, pass: 'wrong' } })
    // This connection trusts the system's CAs.
    expect(await sendTestMail(ctx)).toMatchObject({ ok: false, problem: 'tls_failed' })
    await smtp.stop()
    expect(await sendTestMail(ctx)).toMatchObject({
      problem: 'unreachable',
      detail: expect.stringContaining('ECONNREFUSED'),
    })
    await set({ recipients: [] })
    expect(await sendTestMail(ctx)).toMatchObject({
      problem: 'incomplete_settings',
      detail: 'There are no recipients.',
    })
    await set({ recipients: ['it@example.org'], smtp: { host: null } })
    expect(await sendTestMail(ctx)).toMatchObject({ problem: 'incomplete_settings', detail: 'No mail server is set.' })
  })

  it('requires an Administrator', async () => {
    const { reader } = await testContext(await open())
    await expect(sendTestMail(reader)).rejects.toMatchObject({ code: 'insufficient_privilege' })
  })
})
