import { LinkIcon } from '@primer/octicons-react'
import { canBeLinked } from '../../commands/engine/linkable.ts'
import type { Question } from '../commands/questions.ts'
import { useKeys } from '../commands/use-commands.ts'
import { KeyCaps } from '../kit/key-caps.tsx'

/** Copies a link to this question as filled in now. Renders nothing if the command can't be linked. */
export function CopyLink({ question, className }: { question: Question; className?: string | undefined }) {
  const keys = useKeys('link.copy')
  if (!canBeLinked(question.command)) return null
  return (
    <button type="button" className={className} onClick={() => question.contextNow().ui.copyCommandLink?.()}>
      <LinkIcon size={12} /> <span>Copy link</span> {keys !== undefined && <KeyCaps keys={keys} />}
    </button>
  )
}
