import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCommandsNow } from '../../layout/commands/commands-now.ts'
import { useCommands } from '../../layout/commands/use-commands.ts'
import type { Vocabulary } from '../../layout/list/words/meaning-of.ts'
import { namedLists } from '../../layout/list/words/named-lists.ts'
import { useLists } from '../../layout/list/words/use-lists.ts'

/** What the palette understands for this person; null while its code loads. */
export function useVocabulary(): Vocabulary | null {
  const commands = useCommandsNow()
  const { resolveIn } = useCommands()
  const screens = useMemo(() => resolveIn('sidebar', null), [resolveIn])
  const areLoaded = useLists(useQueryClient(), screens, true)
  return useMemo(() => (areLoaded ? { commands, lists: namedLists(screens, '') } : null), [areLoaded, commands, screens])
}
