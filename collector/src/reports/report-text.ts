import type { ReportData } from '@rollcall/shared/api/report.ts'
import type { View } from '@rollcall/shared/api/view.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { savedLists } from '@rollcall/shared/lists/saved-lists.ts'
import { packFile } from '../activity/notifications/notification-file.ts'
import type { ReportRow } from './list-reports.ts'
import type { RenderedList } from './render-list.ts'
import type { RunRow } from './run-states.ts'

type Parts = { report: ReportRow; run: RunRow; view: View; list: RenderedList; baseUrl: string | undefined }

/** Builds the mail of a run, and the data for webhooks. */
export function reportText({ report, run, view, list, baseUrl }: Parts) {
  const { name, timeZone } = report
  const { row } = savedLists[view.list]
  const url = baseUrl === undefined ? null : addressOf(view, baseUrl)
  const size = list.rows === null ? 'too long to attach' : counted(list.rows, row)
  const lines = [
    `${name}, ${dateIn(timeZone, run.dueAt)}`,
    `View: ${view.name} (${savedLists[view.list].name})`,
    '',
    list.detail ?? `${counted(list.rows ?? 0, row)}. The list is attached as ${report.format.toUpperCase()}.`,
    ...(url === null ? [] : ['', `The list as it is now: ${url}`]),
    '',
    `Sent by Rollcall for ${report.ownerName}. An Administrator can change or stop this report.`,
    '',
  ]
  const data: ReportData = {
    runId: run.id,
    name,
    view: view.name,
    list: view.list,
    dueAt: run.dueAt,
    rows: list.rows,
    detail: list.detail,
    url,
  }
  return { subject: `${name}: ${size}`, text: lines.join('\n'), data }
}

const addressOf = ({ list, parameters }: View, baseUrl: string): string => {
  const search = new URLSearchParams(parameters).toString()
  return `${baseUrl}${savedLists[list].page}${search === '' ? '' : `?${search}`}`
}

const dateIn = (timeZone: string, time: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone })
    .format(new Date(time))
    .concat(` (${timeZone})`)

/** Packs the list of a report as the attached file. */
export const reportFile = (report: ReportRow, content: Buffer) => packFile({ name: fileNameOf(report), content })

/** Builds the name of the attached file from letters and digits of any script. */
const fileNameOf = ({ name, format }: ReportRow): string =>
  `${
    name
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80) || 'report'
  }.${format}`
