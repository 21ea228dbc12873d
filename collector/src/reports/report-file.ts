import { packFile } from '../activity/notifications/notification-file.ts'
import type { ReportRow } from './list-reports.ts'

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
