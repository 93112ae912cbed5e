import { type InferDataFromTag, type QueryKey, type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'

type DataOf<Query> = Query extends { select: (reply: never) => infer Data }
  ? Data
  : Query extends { queryKey: infer Key extends QueryKey }
    ? InferDataFromTag<unknown, Key>
    : never

type Answers<Queries> = { [Name in keyof Queries]: UseQueryResult<DataOf<NonNullable<Queries[Name]>>> | undefined }

/** The answers to the queries that are wanted, by name. One that is null costs nothing, unlike a query that is not enabled. */
export function useNamedQueries<Queries extends Readonly<Record<string, Pick<UseQueryOptions, 'queryKey'> | null>>>(
  queries: Queries,
): Answers<Queries> {
  const wanted = Object.entries(queries).flatMap(([name, query]) => (query ? [{ name, query }] : []))
  const answers = useQueries({ queries: wanted.map(({ query }) => query) })
  return Object.fromEntries(wanted.map(({ name }, at) => [name, answers[at]])) as Answers<Queries>
}
