import { type InferDataFromTag, type QueryKey, type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'

type DataOf<Query> = Query extends { select: (reply: never) => infer Data }
  ? Data
  : Query extends { queryKey: infer Key extends QueryKey }
    ? InferDataFromTag<unknown, Key>
    : never

type Answers<Asked> = { [Name in keyof Asked]: UseQueryResult<DataOf<NonNullable<Asked[Name]>>> | undefined }

/** The answers to the queries that are wanted, by name. One that is null costs nothing, unlike a query that is not enabled. */
export function useAsked<Asked extends Readonly<Record<string, Pick<UseQueryOptions, 'queryKey'> | null>>>(asked: Asked): Answers<Asked> {
  const wanted = Object.entries(asked).flatMap(([name, query]) => (query ? [{ name, query }] : []))
  const answers = useQueries({ queries: wanted.map(({ query }) => query) })
  return Object.fromEntries(wanted.map(({ name }, at) => [name, answers[at]])) as Answers<Asked>
}
