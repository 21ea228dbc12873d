import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Finding, Rule } from './client.ts'
import { type Client, until } from './connect.ts'

/** A rule, the finding of the device that meets it, and what people do with the finding. */
export async function walkFindings(api: Client): Promise<void> {
  const { data: device } = await api.devices.createDevice({ name: 'pc-18', serialNumber: 'WALK-18' })
  await api.devices.updateDevice(device.id, { assetTag: 'LOST' })
  const { data: starting } = await api.findings.listRules()
  ok(starting.items.every(({ origin }) => origin !== null))
  const { data: rule } = await api.findings.createRule({ name: 'Lost', query: 'assetTag = LOST', severity: 'error' })
  equal((await api.findings.listRules()).data.total, starting.total + 1)
  equal((await api.findings.updateRule(rule.id, { name: 'Lost devices' })).data.name, 'Lost devices')
  equal((await api.findings.getRule(rule.id)).data.query, 'assetTag = LOST')

  const found = await until(
    'the finding of the rule',
    async () => (await api.findings.listFindings({ ruleId: rule.id })).data.items[0],
  )
  deepEqual([found.device.id, found.state, found.severity], [device.id, 'open', 'error'])
  await read(api, rule, found)
  await changeState(api, rule, found)

  await api.findings.deleteRule(rule.id)
  equal((await api.findings.listFindings({ deviceId: device.id, severity: 'error' })).data.total, 0)
  await api.devices.deleteDevice(device.id)
}

async function read(api: Client, rule: Rule, found: Finding): Promise<void> {
  const ofRule = { ruleId: rule.id, unread: true }
  equal((await api.findings.listFindings(ofRule)).data.total, 1)
  await api.findings.readFindings({ until: found.raisedAt })
  equal((await api.findings.listFindings(ofRule)).data.total, 0)
}

async function changeState(api: Client, rule: Rule, { id }: Finding): Promise<void> {
  const countsOf = async () => {
    const { data: summary } = await api.findings.getFindingSummary()
    const counts = summary.rules.find((each) => each.id === rule.id)
    return [counts?.open, counts?.acknowledged, counts?.snoozed]
  }
  deepEqual(await countsOf(), [1, 0, 0])
  const { data: acknowledged } = await api.findings.acknowledgeFindings({ ids: [id], note: 'Someone looks for it' })
  deepEqual([acknowledged, await countsOf()], [{ changed: 1 }, [0, 1, 0]])
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const { data: snoozed } = await api.findings.snoozeFindings({ ids: [id], until: tomorrow })
  deepEqual([snoozed, await countsOf()], [{ changed: 1 }, [0, 0, 1]])
  const { data: reopened } = await api.findings.reopenFindings({ ruleId: rule.id })
  deepEqual([reopened, await countsOf()], [{ changed: 1 }, [1, 0, 0]])
}
