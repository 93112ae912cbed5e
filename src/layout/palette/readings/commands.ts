import type { CommandContext } from '../../../commands/engine/context.ts'
import { onSide, type ResolvedCommand, selectedType } from '../../../commands/engine/resolve.ts'
import type { Target } from '../../../commands/engine/targets.ts'
import { readArguments, saysState, type TypedArguments } from '../../../commands/text/arguments.ts'
import { type Halves, halvesOf } from '../../../commands/text/halves.ts'
import { isOnlyName, namesTarget } from '../../../commands/text/identifiers.ts'
import { withImpliedField, withMoreDays } from '../../../commands/text/implied-field.ts'
import { isRatherId } from '../../../commands/text/named-records.ts'
import { partsOf, textAtEnd, textBehind } from '../../../commands/text/parts.ts'
import { matchWhole, type Phrase, type PhraseMatch, phrasesOf, saysAll } from '../../../commands/text/phrases.ts'
import { fold, foldQuery, matchClasses } from '../../../commands/text/ranking.ts'
import { beginsNoun } from '../../../commands/text/record-words.ts'
import type { Token, Tokens } from '../../../commands/text/token.ts'
import { withTypedEmail } from '../../../commands/text/typed-email.ts'
import { isNowAnyway, stepsOf } from '../../../commands/text/verb-index.ts'
import { namedStatus } from '../../../commands/text/verbs.ts'
import { isFiller, isGeneric, isIdentifier, isPlural, isQualifier, isState, isThing } from '../../../commands/text/word-kinds.ts'
import { commandsNow } from '../../commands/commands-now.ts'
import { screenListAt } from '../../list/screen-lists.ts'
import type { PaletteCommand } from '../engine.ts'
import type { CommandRow } from '../rows.ts'
import type { Claim, Reading } from './reading.ts'
import type { Nowhere } from './verbs.ts'

/** A command that can be run now, with its names. */
export interface IndexedCommand {
  item: PaletteCommand
  phrases: readonly Phrase[]
}

/** @param used the ids of recently run commands, latest first */
export function indexCommand(item: PaletteCommand, used: readonly string[]): IndexedCommand {
  const { command, target, title } = item.resolved
  const place = used.indexOf(command.id)
  const steps = stepsOf(command, commandsNow())
  return { item, phrases: phrasesOf({ command, target, title, steps, isNear: target !== null, used: place < 0 ? undefined : place }) }
}

interface Found {
  item: PaletteCommand
  match: PhraseMatch
  row: CommandRow
  /** Words that say nothing, such as 'please', stand beside its name. */
  hasFillers: boolean
  /** Nothing marks its text as such: all behind its name, or a guess. */
  hasFreeText?: 'whole' | 'guessed'
  /** The place of its record among those on screen: the focused row is nearer than the page's own. */
  depth: number
  /** It is about one record, though several are selected that the same words may be about. */
  isBesideSelection?: boolean
}

const isOfSelection = ({ item: { resolved }, row }: Found) =>
  row.unused === undefined && selectedType(resolved.target) !== null && resolved.availability.state === 'ready'
const isOfOne = ({ item: { resolved } }: Found) => resolved.target !== null && selectedType(resolved.target) === null

/** The commands that can be run now, on the record on screen or without one: named by the whole text, or with their arguments. */
export function commandReadings(typed: Tokens, indexed: readonly IndexedCommand[], context: CommandContext, nowhere?: Nowhere): Reading[] {
  const text = foldQuery(typed.text)
  if (text === null) return []
  const implied = withMoreDays(withImpliedField(typed, nowhere === 'identifier'), true)
  const cut = { ...implied, halves: halvesOf(implied), isOfNobody: nowhere === 'name' }
  const found = indexed
    .filter(({ item }) => !isOnlyName(typed.text, item.resolved))
    .flatMap(({ item, phrases }) => best(phrases.flatMap((phrase) => readPhrase(cut, text, item, phrase, context) ?? [])))
    .filter((each) => isCredible(each, context.targets.length))
    .toSorted(compare)
    .map((each, _, [first]) => ({ ...each, isBesideSelection: first !== undefined && isOfSelection(first) && isOfOne(each) }))
  const kindOf = ({ match, item: { resolved } }: Found) => {
    if (resolved.command.leads) return match.match === 'exact' ? 'part' : 'parts'
    return resolved.command.href === undefined ? 'commands' : 'screens'
  }
  const reading = (
    id: string,
    heading: string,
    claim: Claim,
    own: readonly Found[],
    isOpen = own.every(isThingAlone) || isTie(own),
  ): Reading[] => (own.length === 0 ? [] : [{ id, heading, claim, rows: own.map(({ row }) => row), couldStill: null, isOpen }])
  const of = (kind: ReturnType<typeof kindOf>, claim: Claim) => found.filter((each) => kindOf(each) === kind && claimOf(each) === claim)
  const claims = ['exact', 'prefix', 'words', 'inside'] as const
  const free = found.filter(({ hasFreeText }) => hasFreeText)
  const isShort = ({ args }: CommandRow) => (args?.words.split(' ').length ?? 0) < minTextWords
  const mayBeName = ({ row, hasFreeText }: Found) => hasFreeText === 'guessed' || (nowhere !== 'name' && isShort(row))
  return [
    ...claims.flatMap((claim) => reading('part', 'Parts of the page', claim, of('part', claim))),
    ...claims.flatMap((claim) => reading('commands', 'Commands', claim, of('commands', claim))),
    ...claims.flatMap((claim) => reading('screens', 'Go to', claim, of('screens', claim))),
    ...claims.flatMap((claim) => reading('parts', 'Parts of the page', claim === 'inside' ? 'inside' : 'words', of('parts', claim))),
    ...reading('commands', 'Commands', 'prefix', free, free.every(mayBeName)),
    ...reading('similar', 'Similar commands', 'guess', found.filter(isFuzzy), true),
  ]
}

/** 'limit 500' is of QR codes and of uploads, and 'domain evil.example' says neither to block nor to allow it. */
const isTie = ([one, other]: readonly Found[]) =>
  one?.row.args && other?.row.args ? compare(one, other) === 0 && [...one.match.named].every(isThing) : false

/** So many words are hardly a name, and a whole name comes first anyway. */
const minTextWords = 3
/** A shorter beginning of a word names a command no better than a record. */
const minLetters = 3

const isFuzzy = ({ match }: Found) => match.match === 'fuzzy'

/**
 * With words left over only by its own first word, in full: a screen beside no more words than name it, and a list says itself what it
 * left. What can be typed anywhere is meant by its name, or with what it takes.
 */
function isCredible({ row: { unused, args }, match: { match, isWhole, named }, item: { resolved }, depth }: Found, onScreen: number) {
  const { href, leads, anywhere } = resolved.command
  const isElsewhere = anywhere && depth >= onScreen
  if (unused === undefined) return !isElsewhere || args !== undefined || match === 'exact'
  if (!isWhole || (match !== 'exact' && match !== 'prefix') || leads || isElsewhere || [...named].every(isGeneric)) return false
  // 'move aB3xYz' is nothing on one's own account.
  if (/\bmy\b/.test(resolved.title)) return false
  if (href === undefined) return true
  const isBegun = [...named].some(({ folded }) => folded === fold(resolved.title).split(' ')[0])
  return screenListAt(href) === undefined && isBegun && unused.length <= named.size
}

/** How sure it is that the command is meant. One whose argument can't be that is hardly meant on this record. */
function claimOf(found: Found): Claim {
  const { match, isWhole, named } = found.match
  const [{ args }, { resolved }] = [found.row, found.item]
  if (isFuzzy(found) || found.hasFreeText) return 'guess'
  if (isThingAlone(found) || found.isBesideSelection) return 'inside'
  if ([...(args?.used ?? [])].some(isRatherId) || (found.hasFillers && !args && resolved.target === null)) return 'inside'
  if (!isWhole && [...named].some(({ folded }) => folded.length < minLetters)) return 'words'
  // A screen of which only the beginning is typed leaves the place to records, unless that is where the text says to go.
  const goesTo = [...named].slice(0, 2).map(({ folded }) => folded)
  if (resolved.command.href !== undefined) {
    if (match === 'exact' || goesTo.join(' ') === 'go to') return 'exact'
    return match === 'prefix' && isWhole ? 'prefix' : 'words'
  }
  return match === 'exact' || match === 'prefix' || match === 'word-start' || (match === 'keyword' && isWhole && resolved.target)
    ? 'exact'
    : 'prefix'
}

/** 'data' says neither to export nor to erase it, and 'last' not to undo the last change. */
function isThingAlone({ match: { match, named }, row: { args, resolved } }: Found): boolean {
  const { command, title } = resolved
  // 'activate' is not 'Activate all QR codes', though these are the only ones here.
  if (command.needsPage && match !== 'exact' && !saysAll([...named])) return true
  const [verb] = fold(title).split(' ')
  if (command.leads || command.href !== undefined) return false
  if ([...named].every((token) => token.folded !== verb && isState(token))) return true
  if (match === 'exact' || args) return false
  const isVague = (token: Token) => token.folded === 'my' || isThing(token) || beginsNoun(token) || isQualifier(token) || isGeneric(token)
  return [...named].every((token) => isVague(token) && !(beginsNoun(token) ? verb?.startsWith(token.folded) : token.folded === verb))
}

/** A text with where it is cut in two, and whether nobody is called what it names. */
interface Cut extends Tokens {
  halves: Halves | null
  isOfNobody: boolean
}

const best = (found: readonly Found[]): Found[] => found.toSorted(compare).slice(0, 1)

/** Best first: what uses all of the text, then by match; then commands on the current record, then recently used ones. */
function compare(a: Found, b: Found): number {
  return (
    (a.row.unused?.length ?? 0) - (b.row.unused?.length ?? 0) ||
    Number(isOfSelection(b)) - Number(isOfSelection(a)) ||
    matchClasses.indexOf(a.match.match) - matchClasses.indexOf(b.match.match) ||
    a.match.distance - b.match.distance ||
    b.match.named.size - a.match.named.size ||
    a.depth - b.depth ||
    Number(a.item.resolved.availability.state === 'blocked') - Number(b.item.resolved.availability.state === 'blocked')
  )
}

function readPhrase(typed: Cut, text: string, item: PaletteCommand, phrase: Phrase, context: CommandContext): Found | null {
  const { tokens, halves } = typed
  const resolved = onSide(item.resolved, phrase.side, context)
  const whole = matchWhole(tokens, text, phrase)
  const row = { kind: 'command' as const, value: item.id, resolved, query: typed.text }
  // The list of blocked domains is on screen for 'Block a domain', too.
  const at = context.targets.findIndex(({ type, record: { id } }) => type === resolved.target?.type && id === resolved.target.record.id)
  // 'export' is of the list on screen before it is of a row.
  const isOfList = (whole?.match === 'exact' || whole?.match === 'prefix') && resolved.command.scope === 'list'
  const found = { item, hasFillers: false, depth: isOfList ? -1 : at < 0 ? context.targets.length : at }
  if (whole && whole.match !== 'fuzzy') return { ...found, match: whole, row: { ...row, ...statusOf(item, phrase, whole) } }
  const parts = partsOf(typed, halves, phrase)
  if (!parts) return whole && { ...found, match: whole, row }
  const { match, rest, text: free, untaken, dated } = parts
  const isAhead = isAheadOf(item)
  const target = targetOf(item)
  const own = target && free === null && match.isWhole && match.match !== 'keyword' ? textBehind(typed, match.named, phrase.steps) : null
  if (own !== null) {
    const args = readArguments(phrase.steps, { tokens: [], text: own }, target)
    return { ...found, match, hasFreeText: 'whole', row: { ...row, args } }
  }
  const readWith = (words: string | null) => readArguments(phrase.steps, { tokens: rest, text: words }, isAhead ? null : target)
  const behind = target ? readWith(free) : null
  // 'stop them' says which status as 'stop' does.
  const read = behind && (behind.words === '' || saysState(behind)) ? (statusOf(item, phrase, match)?.args ?? behind) : behind
  const marked = read && dated ? { ...read, words: [dated.words, read.words].filter((words) => words !== '').join(', ') } : read
  // 'disable customer' doesn't say what of theirs; 'delete this code' does.
  const isVague = match.match !== 'exact' && [...match.named].every(isGeneric) && !statusOf(item, phrase, match)
  const isSelected = (token: Token) =>
    selectedType(item.resolved.target) !== null && (/^(these|those)$/.test(token.folded) || isPlural(token))
  // Not 'log her out', nor 'archive it'.
  const others =
    resolved.command.href === undefined ? /^(my|she|he|they|her|his|him|them|their)$/ : /^(my|it|this|that|he|she|him|her|them)$/
  const isOther = ({ folded }: Token) => resolved.command.target === undefined && others.test(folded)
  const isLeft = (token: Token) =>
    !marked?.used.has(token) && (!isFiller(token) || isOther(token)) && !isSelected(token) && !isNowAnyway(token, target, phrase)
  // 'blocked domain evil.example' doesn't say to block it.
  const isTarget = (token: Token) => !isVague && !resolved.command.anywhere && namesTarget(token, item.resolved.target)
  const left = [...rest, ...untaken].filter((token) => isLeft(token) && !isTarget(token))

  // Whoever else is named is meant, never the record on screen.
  if (left.some(isIdentifier) && resolved.command.href === undefined) return null
  const filled = withTypedEmail(resolved, left)
  if (filled) return { ...found, match, row: { ...row, ...filled } }
  const guessed = typed.isOfNobody && target && free === null ? textAtEnd(typed, left, phrase.steps) : null
  const unused = guessed === null ? left.map(({ raw }) => raw) : []
  const args = guessed === null ? marked : readWith(guessed)
  const hasArguments = args !== null && args.words !== ''
  if (whole && (unused.length > 0 || !hasArguments)) return { ...found, match: whole, row }
  return {
    ...found,
    match,
    hasFillers: rest.some(isFiller),
    ...(guessed !== null && { hasFreeText: 'guessed' }),
    row: {
      ...row,
      query: [...match.named].map(({ raw }) => raw).join(' '),
      ...(hasArguments && { args }),
      ...(hasArguments &&
        isAhead && {
          typing: { tokens: rest.filter((token) => args.used.has(token)), text: free ?? guessed, ...(dated && { days: dated.days }) },
        }),
      ...(unused.length > 0 && { unused }),
    },
  }
}

/** Whether the record that the command is for in the end, such as a customer's payment, is still to be loaded. */
const isAheadOf = ({ resolved, delegate }: PaletteCommand) => resolved.command.delegate !== undefined && !delegate

/** The record that the steps are about; null where a selection stands for a record of another type. */
function targetOf({ resolved, delegate }: PaletteCommand): Target | null {
  const { command, target } = delegate ?? resolved
  return target?.type === command.target ? target : null
}

/** 'block' says both what to do and which status. */
function statusOf(item: PaletteCommand, phrase: Phrase, match: PhraseMatch): { args: TypedArguments } | null {
  if (isAheadOf(item)) return null
  const target = targetOf(item)
  const args = target && namedStatus(match, phrase.steps, target)
  return args && { args }
}

export const commandRow = ({ id, resolved }: { id: string; resolved: ResolvedCommand }): CommandRow => ({
  kind: 'command',
  value: id,
  resolved,
})
