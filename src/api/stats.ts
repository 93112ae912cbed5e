import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type AnalysisQuery,
  type CountriesMrrQuery,
  type DailyRevenueRow,
  type DailyRow,
  dailySeries,
  getDailyRevenue,
  getGeneralStats,
  listAnalysis,
  listCountriesMrr,
  type RangeQuery,
} from '../contract/stats.ts'
import { call } from './client.ts'
import { listOptions } from './options.ts'

export const generalStatsQuery = listOptions(getGeneralStats, 'stats', 'general')

/** A day of any series; only those of `revenue` have more than a total. */
export type Day = DailyRow & Partial<DailyRevenueRow>

const daily = { revenue: getDailyRevenue, ...dailySeries }

export const dailyQuery = (series: keyof typeof daily, range: RangeQuery) =>
  queryOptions({
    queryKey: ['stats', series, range],
    queryFn: ({ signal }): Promise<readonly Day[]> => call(daily[series], { query: range, signal }),
    placeholderData: keepPreviousData,
  })

/** A row id for a country, as lists need numbers; 0 for the unknown country. */
const countryId = (code: string) => (/^[a-z]{2}$/i.test(code) ? Number.parseInt(code, 36) : 0)

const withIds = <Row extends { country: string }>(rows: Row[]) => rows.map((row) => ({ ...row, id: countryId(row.country) }))

export const countriesMrrQuery = (query: Partial<CountriesMrrQuery>) =>
  queryOptions({
    queryKey: ['stats', 'countries', query],
    queryFn: async ({ signal }) => {
      const { rows, ...reply } = await call(listCountriesMrr, { query, signal })
      return { ...reply, rows: withIds(rows) }
    },
    placeholderData: keepPreviousData,
  })

export const analysisQuery = (query: Partial<AnalysisQuery>) =>
  queryOptions({
    queryKey: ['stats', 'analysis', query],
    queryFn: async ({ signal }) => {
      const { rows, ...reply } = await call(listAnalysis, { query, signal })
      return { ...reply, rows: withIds(rows) }
    },
    placeholderData: keepPreviousData,
  })
