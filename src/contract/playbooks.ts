import { z } from 'zod'
import { Batch } from './bulk.ts'
import { Done, endpoint, Id, UnixSeconds, Version } from './endpoint.ts'
import { Integer, messages, NullableInteger, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { whyNotText } from './playbook-texts.ts'

/** What a playbook can be for: records that are found by their id, and belong to a customer. */
export const playbookTypes = ['customer', 'qr', 'payment'] as const
export type PlaybookType = (typeof playbookTypes)[number]

/** Names of commands and of their arguments; the console knows which there are. */
const Name = z.string().min(1).max(60)

export const maxPlaybookSteps = 20

/** A text as it would be typed, with blanks. */
const Text = z
  .string()
  .max(2000, messages.tooLong(2000))
  .superRefine((text, context) => {
    const message = whyNotText(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/** An argument: this text, or null to ask when it runs. */
const Argument = Text.nullable()

/** One command of a playbook. `side`: which of its two names, for one that toggles. */
export const PlaybookStep = z.strictObject({
  command: Name,
  side: z.enum(['on', 'off']).optional(),
  args: z.record(Name, Argument),
})
export type PlaybookStep = z.infer<typeof PlaybookStep>

const fields = {
  name: z.string().trim().min(1, 'Give the playbook a name.').max(60, messages.tooLong(60)),
  type: z.enum(playbookTypes),
  /** In the keymap's canonical form. */
  keys: z.string().min(1).max(60).nullable(),
  /** For everybody, or only for oneself. */
  isShared: z.boolean(),
  steps: z.array(PlaybookStep).min(1, 'A playbook needs a step.').max(maxPlaybookSteps, `At most ${maxPlaybookSteps} steps.`),
}

/** What a person writes of a playbook; also what is exported and imported. */
export const PlaybookInput = z.strictObject(fields)
export type PlaybookInput = z.infer<typeof PlaybookInput>

/** A file of exported playbooks. */
export const PlaybookFile = z.strictObject({ playbooks: z.array(PlaybookInput).min(1).max(100) })

export const Playbook = lazyObject(() => ({
  ...fields,
  id: Integer,
  version: Integer,
  /** Who made it; null once the account is gone. */
  ownerId: NullableInteger,
  ownerName: NullableText,
  updatedAt: UnixSeconds,
}))
export type Playbook = z.infer<typeof Playbook>

/** Whether somebody may change or delete a playbook: one's own, and shared ones only with the capability for them. */
export function mayEditPlaybook(
  { isShared, ownerId }: Pick<Playbook, 'isShared' | 'ownerId'>,
  { id, mayShare }: { id: number; mayShare: boolean },
): boolean {
  return isShared ? mayShare : ownerId === id
}

const shared = { access: 'playbooks.own', feature: 'playbooks' } as const

/** One's own and the shared ones, by name. */
export const listPlaybooks = endpoint({ path: '/playbooks', ...shared, reply: z.object({ rows: z.array(Playbook) }) })

/** Keeps a playbook. A shared one takes the capability to share: 403. */
export const createPlaybook = endpoint({
  method: 'POST',
  path: '/playbooks',
  ...shared,
  body: PlaybookInput,
  reply: Done.extend({ id: Integer }),
})

/** Undoable. 409 `stale`. */
export const editPlaybook = endpoint({
  method: 'PUT',
  path: '/playbooks/{id}',
  ...shared,
  body: PlaybookInput.extend({ version: Version }),
})

/** Undoable. */
export const deletePlaybook = endpoint({ method: 'DELETE', path: '/playbooks/{id}', ...shared })

/** The paths that a step's call may have: they name the record that it changes. */
export const namesRecord = /^\/(customers|qrs|payments)\/[^/]+(\/|$)/

const methods = z.enum(['POST', 'PATCH', 'PUT', 'DELETE'])

/** A step that is ready to run: the command, what it does in words, and its request. */
export const RunCall = z.strictObject({
  command: Name,
  title: z.string().min(1).max(200),
  method: methods,
  /** Relative to the admin API. */
  path: z.string().max(200),
  body: z.record(z.string(), z.unknown()),
})
export type RunCall = z.infer<typeof RunCall>

export const stepStates = ['waiting', 'running', 'done', 'failed', 'left-out'] as const

export const RunStep = z.object({
  command: z.string(),
  title: z.string(),
  state: z.enum(stepStates),
  /** Why it failed. */
  message: NullableText,
  /** Its row in the audit trail; null before, or if there was nothing to change. */
  auditId: NullableInteger,
  undoable: z.boolean(),
})
export type RunStep = z.infer<typeof RunStep>

/** `stopped`: a step failed, and nothing behind it was done. */
export const runStates = ['running', 'done', 'stopped'] as const

export const PlaybookRun = lazyObject(() => ({
  key: Batch,
  name: z.string(),
  type: z.enum(playbookTypes),
  record: Integer,
  state: z.enum(runStates),
  steps: z.array(RunStep),
  at: UnixSeconds,
}))
export type PlaybookRun = z.infer<typeof PlaybookRun>

const byKey = { params: z.object({ key: Batch }) }

/** A run to be: the steps on one record. `key` names it: the same key again starts nothing. */
const NewRun = z.strictObject({
  key: Batch,
  name: fields.name,
  type: z.enum(playbookTypes),
  record: Id,
  calls: z
    .array(RunCall)
    .min(1)
    .max(maxPlaybookSteps * 2),
})
export type NewRun = z.infer<typeof NewRun>

/** A selection that a playbook may run on. */
export const maxPlaybookRecords = 50

/**
 * Runs steps on records, in order, on the server and as the person, by the same calls as the commands themselves; it replies before
 * the first is done. All runs are kept or none. `POST /undo/batch` with a run's key takes back what can be. 422 `unprocessable` if a
 * step is no change to the record or its customer's, 403 if the role may not do one, 400 if its fields are wrong.
 */
export const runPlaybook = endpoint({
  method: 'POST',
  path: '/playbooks/runs',
  ...shared,
  body: z.strictObject({ runs: z.array(NewRun).min(1).max(maxPlaybookRecords) }),
  reply: z.object({ runs: z.array(PlaybookRun) }),
})

/** One's own run; 404 for somebody else's. */
export const getRun = endpoint({ path: '/playbooks/runs/{key}', ...shared, ...byKey, byItself: true, reply: PlaybookRun })

/** Goes on with a run that stopped, at the step that failed or after it. 409 `unavailable_action` if it did not stop. */
export const goOnRun = endpoint({
  method: 'POST',
  path: '/playbooks/runs/{key}/go-on',
  ...shared,
  ...byKey,
  body: z.strictObject({ isWithout: z.boolean() }),
  reply: PlaybookRun,
})

/** One's own change to a record, for making a playbook of it. */
export const LastAction = lazyObject(() => ({
  action: z.string(),
  targetType: z.string(),
  targetId: Integer,
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
}))
export type LastAction = z.infer<typeof LastAction>

/**
 * What the person did in the last hour to a record and to what is its customer's, oldest first, without what was undone. `times`: on how many records
 * of the type they did the same in the last week, this one included; 0 for less than two actions.
 */
export const lastActions = endpoint({
  path: '/playbooks/last-actions',
  ...shared,
  query: z.object({ type: z.enum(playbookTypes), record: Id }),
  reply: z.object({ actions: z.array(LastAction), times: Integer }),
})
