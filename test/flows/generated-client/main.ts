import { writeFile } from 'node:fs/promises'
import { walkAdministration } from './administration.ts'
import { connect } from './connect.ts'
import { walkDevices } from './devices.ts'
import { walkNetwork } from './network.ts'
import { walkSoftware } from './software.ts'

const [url = '', clientId = '', clientSecret = '', siteId = '', answersFile = ''] = process.argv.slice(2)

const { api, answers } = await connect(url, clientId, clientSecret)
try {
  await walkDevices(api)
  await walkSoftware(api, siteId)
  await walkNetwork(api)
  await walkAdministration(api, siteId)
} catch (error) {
  // What the generated client throws is the answer.
  if (!(error instanceof Response)) throw error
  throw new Error(`${error.url} ${error.status}: ${JSON.stringify((error as { error?: unknown }).error)}`)
} finally {
  await writeFile(answersFile, JSON.stringify(answers))
}
