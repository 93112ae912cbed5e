import { useEffect } from 'react'
import { type RecentRecord, rememberRecord } from './recent.ts'

/** Puts the record of a page among a person's recent ones in the palette, however they came to it. Null until it is known; memoised by the caller. */
export function useVisit(userId: number, record: RecentRecord | null) {
  useEffect(() => {
    if (record) rememberRecord(userId, record)
  }, [userId, record])
}
