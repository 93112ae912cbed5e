import { useEffect } from 'react'
import { type RecentRecord, rememberRecord } from './recent.ts'

/**
 * Adds a page's record to the palette's recent ones, however it was reached. Null until loaded; memoised by the caller.
 */
export function useVisit(userId: number, record: RecentRecord | null) {
  useEffect(() => {
    if (record) rememberRecord(userId, record)
  }, [userId, record])
}
