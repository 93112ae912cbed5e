import type { CommandContext } from '../engine/context.ts'
import type { ResolvedCommand } from '../engine/resolve.ts'
import type { TypedArguments } from './arguments.ts'
import type { Token } from './token.ts'
import { isIdentifier } from './word-kinds.ts'

/** A screen whose form begins with the email that alone was typed beside its name: 'add staff tom@example.com'. Null if it isn't so. */
export function withTypedEmail(
  resolved: ResolvedCommand,
  left: readonly Token[],
): { resolved: ResolvedCommand; args: TypedArguments } | null {
  const [only, another] = left
  const { withEmail } = resolved.command
  if (!withEmail || !only?.raw.includes('@') || !isIdentifier(only) || another) return null
  const href = withEmail(only.raw)
  const command = { ...resolved.command, href, run: ({ navigate }: CommandContext) => navigate(href) }
  return {
    resolved: { ...resolved, command },
    args: { given: {}, words: only.raw, refusal: null, isRefusedChoice: false, used: new Set(left) },
  }
}
