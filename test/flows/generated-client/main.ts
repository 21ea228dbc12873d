import { writeFile } from 'node:fs/promises'
import { walkAdministration } from './administration.ts'
import { connect } from './connect.ts'
import { walkDevices } from './devices.ts'
import { walkFindings } from './findings.ts'
import { walkNetwork } from './network.ts'
import { walkReports } from './reports.ts'
import { walkSoftware } from './software.ts'

const [url = '', clientId = '', clientSecret = '', siteId = '', answersFile = ''] = process.argv.slice(2)

const { api, answers } = await connect(url, clientId, clientSecret)
try {
  await walkDevices(api)
  await walkSoftware(api, siteId)
  await walkFindings(api)
  await walkNetwork(api)
  await walkAdministration(api, siteId)
  // After the check that no notification has failed: here a report cannot be mailed.
  await walkReports(api)
} catch (error) {
  // What the generated client throws is the answer.
  if (!(error instanceof Response)) throw error
  throw new Error(`${error.url} ${error.status}: ${JSON.stringify((error as { error?: unknown }).error)}`)
} finally {
  await writeFile(answersFile, JSON.stringify(answers))
}
