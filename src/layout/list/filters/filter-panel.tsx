import { DateRangePanel } from '../../kit/date-range/date-range-panel.tsx'
import { isPhone } from '../../kit/is-phone.ts'
import { useLazyOpen } from '../../kit/lazy-component.ts'
import { SheetHead } from '../../kit/sheet-head.tsx'
import type { DatesControl, FilterControl, FilterProps, FormProps, ListFilter } from '../filter-definition.ts'
import { ChoicePanel } from './choice-panel.tsx'
import { FilterByPanel } from './filter-by-panel.tsx'
import { measureControl } from './measure-control.ts'
import { TypedPanel } from './typed-panel.tsx'

export interface FilterPanelProps extends FilterProps {
  title: string
  filters: readonly ListFilter[]
  /** Undefined for the choice among all. */
  filter: ListFilter | undefined
  /** What was typed for the choice among all before this was loaded. */
  typed: string
  onClose: () => void
  /** Goes on to one filter. */
  onOpen: (id: string) => void
}

/** What opens below a filter's pill, or on phones in a sheet. */
export function FilterPanel({ title, ...props }: FilterPanelProps) {
  return (
    <>
      {isPhone() ? <SheetHead title={title} onClose={props.onClose} /> : null}
      <Panel {...props} />
    </>
  )
}

function Panel({ filter, onClose, search, change, ...all }: Omit<FilterPanelProps, 'title'>) {
  const control = filter?.control
  const apply = (changes: Parameters<typeof change>[0]) => {
    onClose()
    void change(changes)
  }
  if (!control) return <FilterByPanel {...all} search={search} onApply={apply} />
  if (control.kind === 'choices') return <ChoicePanel control={control} search={search} onApply={apply} />
  if (control.kind === 'typed') return <TypedPanel control={control} search={search} change={change} onClose={onClose} />
  if (control.kind === 'measure') return <TypedPanel control={measureControl(control)} search={search} change={change} onClose={onClose} />
  if (control.kind === 'dates') return <DatesPanel control={control} search={search} onApply={apply} />
  return control.kind === 'form' ? <FormPanel control={control} search={search} onApply={apply} onClose={onClose} /> : null
}

function DatesPanel({ control, search, onApply }: FormProps & { control: DatesControl }) {
  const { changes, presets, latestDay } = control
  const range = control.range(search)
  const cleared = control.range({ ...search, ...changes(null) })
  const isCleared = range?.from === cleared?.from && range?.to === cleared?.to
  return (
    <DateRangePanel
      range={range}
      latestDay={latestDay?.()}
      presets={{ ...presets, chosen: presets.chosen(search) }}
      onChoose={(id) => onApply(presets.changes(id))}
      onPick={(picked) => onApply(changes(picked))}
      clearLabel={isCleared ? undefined : cleared ? 'Back to the default range' : 'Clear the dates'}
    />
  )
}

type FormControl = Extract<FilterControl, { kind: 'form' }>

function FormPanel({ control, onClose, ...props }: FormProps & { control: FormControl; onClose: () => void }) {
  const Form = useLazyOpen(control.form, true, onClose)
  return Form && <Form {...props} />
}
