import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const written = ['beta', 'Über', 'Gamma', 'alpha', 'Delta']
const ordered = ['alpha', 'beta', 'Delta', 'Gamma', 'Über']

describeOnEitherEngine('a list by name', ({ open }) => {
  it('is sorted alphabetically without regard to case', proves('general.total'), async () => {
    const { call, addAuditService } = await testApp(await open())
    const namesOf = async (resource: string) => {
      const { items } = (await (await call('GET', `/api/v1/${resource}`)).json()) as { items: { name: string }[] }
      return items.map(({ name }) => name)
    }
    const services = await Promise.all(written.map(addAuditService))
    const lists = {
      tags: {},
      segments: { type: 'address-list', auditServiceId: services[0], addresses: ['192.0.2.1'] },
      schedules: { kind: 'scan', cron: '0 2 * * *', timeZone: 'UTC' },
      credentials: { kind: 'ssh-password', username: 'auditor', password: 'secret' },
      'app-registrations': {},
    }
    for (const [resource, fields] of Object.entries(lists)) {
      for (const name of written) {
        const made = await call('POST', `/api/v1/${resource}`, { json: { name, ...fields } })
        expect(made.status, await made.text()).toBe(201)
      }
      expect(await namesOf(resource), resource).toEqual(ordered)
    }
    for (const [index, name] of written.entries()) {
      const answer = await call('PATCH', `/api/v1/audit-services/${services[index]}`, { json: { name } })
      expect(answer.status).toBe(200)
    }
    expect(await namesOf('audit-services')).toEqual(ordered)
  })
})
