import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { previewBulkPart, runBulkMutation } from '../../../api/bulk.ts'
import { randomHex } from '../../../api/random-hex.ts'
import { runMutation } from '../../../api/run-mutation.ts'
import { undoBatchMutation } from '../../../api/undo.ts'
import type { BulkJob } from '../../../commands/engine/context.ts'
import { bulkPart } from '../../../contract/bulk.ts'
import { errorText } from '../../kit/toasts.tsx'
import { type BulkRow, countStates, idsIn, type RowState, rowsOf, withoutDone, withPart, withPreview, withUnseen } from './bulk-rows.ts'

/** `over`: it ran to its end or was stopped. */
type Phase = 'previewing' | 'ready' | 'running' | 'over' | 'undoing'

/** The outcome of undoing a bulk change. */
type Undoing = { undone: number; kept: readonly { id: number; refusal: string }[] } | { failure: string }

/** A bulk change as far as it has come. */
export type Bulk = ReturnType<typeof useBulk>

/** Previews a bulk change part by part, runs it part by part, and can undo it as a whole. */
export function useBulk(job: BulkJob) {
  const { ids } = job
  const client = useQueryClient()
  const [rows, setRows] = useState<readonly BulkRow[]>(() => rowsOf(ids))
  const [phase, setPhase] = useState<Phase>('previewing')
  const [isStopping, setStopping] = useState(false)
  /** How many records the last run had, and how many of them are through. */
  const [progress, setProgress] = useState({ ran: 0, wanted: 0 })
  const [undoing, setUndoing] = useState<Undoing | null>(null)
  const [batch] = useState(newUuid)
  const isCanceled = useRef(false)

  const [looks, setLooks] = useState<{ ids: readonly number[] }>({ ids })

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    isCanceled.current = false
    /** A part that fails doesn't stop the others. */
    const previewAll = async () => {
      for (let at = 0; at < looks.ids.length && !signal.aborted; at += bulkPart) {
        const part = looks.ids.slice(at, at + bulkPart)
        try {
          const { rows: seen } = await previewBulkPart(job, part, signal)
          setRows((before) => withPreview(before, seen))
        } catch (error) {
          if (!signal.aborted) setRows((before) => withUnseen(before, part, error))
        }
      }
      if (!signal.aborted) setPhase('ready')
    }
    void previewAll()
    return () => {
      controller.abort()
      // Signing out unmounts the dialog; don't start the remaining parts.
      isCanceled.current = true
    }
  }, [job, looks])

  const run = async (state: RowState) => {
    const chosen = idsIn(rows, state)
    isCanceled.current = false
    setStopping(false)
    setUndoing(null)
    setProgress({ ran: 0, wanted: chosen.length })
    setPhase('running')
    await runMutation(client, runBulkMutation(job), {
      batch,
      ids: chosen,
      versions: new Map(rows.flatMap(({ id, version }) => (version === undefined ? [] : [[id, version]]))),
      isCanceled: () => isCanceled.current,
      onPart: (part) => {
        setRows((before) => withPart(before, part))
        setProgress(({ ran, wanted }) => ({ ran: ran + part.ids.length, wanted }))
      },
    })
    setPhase('over')
  }

  const undo = async () => {
    setPhase('undoing')
    try {
      const undone = await runMutation(client, undoBatchMutation(), batch)
      setUndoing(undone)
      setRows((before) => withoutDone(before, undone.kept))
    } catch (error) {
      setUndoing({ failure: errorText('', error) })
    }
    setPhase('over')
  }

  const counts = countStates(rows)
  const isUndone = undoing !== null && 'undone' in undoing
  return {
    rows,
    counts,
    phase,
    isStopping,
    progress,
    undoing,
    run: (state: RowState) => void run(state),
    undo: () => void undo(),
    /** Whether something was done that can be taken back as a whole. */
    canUndo: phase !== 'running' && counts.done > 0 && job.undo === undefined && !isUndone,
    /** Retries the previews that failed. */
    lookAgain: () => {
      setPhase('previewing')
      setLooks({ ids: idsIn(rows, 'unseen') })
    },
    /** Stops after the current part. */
    stop: () => {
      isCanceled.current = true
      setStopping(true)
    },
  }
}

/** A random UUID v4. */
const newUuid = () => randomHex(16).replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
