import type { List } from '@rollcall/shared/api/common.ts'
import type { CreateReport, PatchReport, Report, ReportRun } from '@rollcall/shared/api/report.ts'
import type { CreateView, PatchView, View, ViewList } from '@rollcall/shared/api/view.ts'
import { readOptions } from './read-options.ts'
import { request } from './request.ts'
import { resource } from './resource.ts'

export const views = resource<View, CreateView, PatchView>('views', '/api/v1/views')

/** The views of a list that the user can use. */
export const viewsOptions = (list: ViewList) => views.listOptions({ list, limit: 1000 })

export const takeOverView = (id: string) => request<View>(`${views.path}/${id}/take-over`, { method: 'POST' })

export const reports = resource<Report, CreateReport, PatchReport>('reports', '/api/v1/reports')

export const takeOverReport = (id: string) => request<Report>(`${reports.path}/${id}/take-over`, { method: 'POST' })
export const runReport = (id: string) => request<ReportRun>(`${reports.path}/${id}/run`, { method: 'POST' })

const runsShown = 10

export const reportRunsOptions = (id: string) =>
  readOptions<List<ReportRun>>([reports.name, 'one', id, 'runs'], `${reports.path}/${id}/runs`, { limit: runsShown })
