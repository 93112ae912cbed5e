import type { CommandContext } from '../engine/context.ts'

/** Whether a page is on screen, whatever its search. */
export const isAt = ({ location }: Pick<CommandContext, 'location'>, path: string) => location.split('?')[0] === path
