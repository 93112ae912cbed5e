import type { Icon } from '@primer/octicons-react'
import type { QueryFunction } from '@tanstack/react-query'
import type { Target } from '../../commands/record-types.ts'
import type { RecordType } from '../commands/recent.ts'
import type { Capability } from '../../contract/capabilities.ts'
import type { Feature } from '../../contract/features.ts'

export interface Finding {
  target: Target
  label: string
  detail: string
  href: string
  match: 'exact' | 'begun' | 'inside'
}
export interface Finder {
  type: RecordType
  heading: string
  noun: string
  icon: Icon
  needs?: Capability
  feature?: Feature
  mayName: (text: string) => boolean
  query: (text: string) => { queryKey: readonly unknown[]; queryFn: QueryFunction<readonly Finding[]> }
}
export const finders: readonly Finder[] = []
