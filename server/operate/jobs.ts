import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { startSealing } from '../audit/seals/sealing.ts'
import { startRestoringIndexes } from '../db/left-out-indexes.ts'
import type { AppContext } from '../outside/context.ts'
import { repeat } from '../process/repeat.ts'
import { releaseWaiting } from '../product/ingest/ingest.ts'
import { startDelivering } from '../product/outbox/delivering.ts'
import { startApprovals } from '../resources/approvals/watch.ts'
import { refreshSessions } from '../resources/auth/provider/refresh.ts'
import { startRefreshing } from '../resources/figures/refresh.ts'
import { retireFiles } from '../resources/invoices/reupload.ts'
import { pruneLive } from '../resources/live/pruning.ts'
import { resumeDeletions } from '../resources/media/delete.ts'
import { startSettling } from '../resources/payments/settling.ts'
import { startRunning } from '../resources/playbooks/running.ts'
import { startCounting } from '../resources/qrs/counts.ts'
import { startBackups } from './backup/daily.ts'
import { pruneOld } from './housekeeping.ts'

/**
 * Starts a server's background work, most of it every minute: finishing what a crash interrupted, updating
 * figures, sending webhooks. Safe on several servers at once.
 * @returns a function that stops everything and waits for what is in progress
 */
export function startJobs(
  { playbookRunner, approvalRunner }: FastifyInstance,
  context: AppContext,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const { database, config } = context
  const waiting = { kind: database.kind, orm: database.patient.orm }
  const stops = [
    startSettling(context, log),
    startSealing(context, log),
    repeat(() => resumeDeletions(context, log), { job: 'resuming-deletions', log, fault: 'deletions of files could not be resumed' }),
    repeat(() => retireFiles(context, log), { job: 'retiring-files', log, fault: 'old invoice files could not be deleted' }),
    startRefreshing(database, log),
    startCounting(database, log),
    repeat(() => releaseWaiting(waiting, context.now()), { job: 'releasing-rows', log, fault: 'rows that waited could not be stored' }),
    startRestoringIndexes(database, log),
    startDelivering(context, log),
    startRunning(playbookRunner, log),
    startApprovals(context, approvalRunner, log),
    startBackups(database, config, log),
    repeat((signal) => pruneOld(context, signal), { job: 'pruning-old', log, fault: 'what is old could not be forgotten' }),
    repeat((signal) => refreshSessions(context, log, signal), {
      job: 'refreshing-sessions',
      log,
      fault: 'the provider could not be asked about sessions',
    }),
    repeat(() => pruneLive(context), { job: 'pruning-live', log, fault: 'old live changes could not be deleted' }),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
