import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { today } from '../../src/contract/dates.ts'
import { DateRangePicker } from '../../src/layout/kit/date-range/date-range-picker.tsx'
import { periodChoices, rangeOfPreset } from '../../src/layout/kit/date-range/presets.ts'
import { type DateRange, formatRange, neighbour, rangeOfDays } from '../../src/layout/kit/date-range/range.ts'

describe('ranges', () => {
  test('cover whole days in Madrid time, even if the ends are reversed [1.2 range applied] [2.5 date range]', () => {
    expect(rangeOfDays('2026-11-02', '2026-11-01')).toEqual(rangeOfDays('2026-11-01', '2026-11-02'))
    expect(formatRange(rangeOfDays('2026-11-01', '2026-11-02'))).toBe('01-11-2026 / 02-11-2026')
  })

  test.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-06-01', 24],
  ])('of the single day %s span %i hours', (day, hours) => {
    const { from, to } = rangeOfDays(day, day)
    expect(to - from + 1).toBe(hours * 3600)
  })

  test.each([
    ['2026-03-29', '2026-03-28', '2026-03-30'],
    ['2026-10-25', '2026-10-24', '2026-10-26'],
  ])('step across the clock change on %s', (day, before, after) => {
    const range = rangeOfDays(day, day)
    expect(neighbour(range, -1)).toEqual(rangeOfDays(before, before))
    expect(neighbour(range, 1, '2026-11-21')).toEqual(rangeOfDays(after, after))
  })

  // [1.9 earliest day] [2.9 earliest day]
  test('do not step before the earliest day', () => expect(neighbour(rangeOfDays('2022-05-20', '2022-05-20'), -1)).toBeNull())

  test('do not step past the latest day', () => {
    const range = rangeOfDays('2026-03-29', '2026-03-29')
    expect(neighbour(range, 1, '2026-03-29')).toBeNull()
    expect(neighbour(range, 1, '2026-03-30')).toEqual(rangeOfDays('2026-03-30', '2026-03-30'))
  })
})

describe('the date range picker', () => {
  const onChange = vi.fn<(range: DateRange | null) => void>()

  function Held({ initial }: { initial: DateRange | null }) {
    const [range, setRange] = useState(initial)
    return (
      <>
        <DateRangePicker
          label="Created"
          range={range}
          onChange={(next) => {
            onChange(next)
            setRange(next)
          }}
        />
        <button type="button">Elsewhere</button>
      </>
    )
  }

  const opener = () => screen.getByRole('button', { name: /^Created/ })
  const day = (name: RegExp) => screen.findByRole('button', { name })
  const open = async () => {
    fireEvent.click(opener())
    await screen.findByRole('grid')
  }

  // The calendar loads lazily; its first load is not part of the tests.
  beforeAll(async () => void (await import('../../src/layout/kit/date-range/range-calendar.tsx')), 30_000)
  // The clock stays real, because calendar dates with a time zone break with a fake Date.
  beforeEach(() => onChange.mockClear())

  // [1.2 range shown] [1.2 range applied] [2.2 custom range] [2.5 date range]
  test('applies and closes once both ends are picked, in either order', async () => {
    render(<Held initial={rangeOfDays('2026-11-20', '2026-11-20')} />)
    await open()
    fireEvent.click(await day(/\b10(th)? November 2026/))
    expect(onChange).not.toHaveBeenCalled()
    expect(screen.queryByText('Now choose the last day.')).not.toBeNull()
    fireEvent.click(await day(/\b4(th)? November 2026/))
    expect(onChange.mock.calls).toEqual([[rangeOfDays('2026-11-04', '2026-11-10')]])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(opener().textContent).toBe('04-11-2026 / 10-11-2026')
    expect(document.activeElement).toBe(opener())
  })

  test('selects a single day if it is picked twice', async () => {
    render(<Held initial={rangeOfDays('2026-11-20', '2026-11-20')} />)
    await open()
    fireEvent.click(await day(/\b10(th)? November 2026/))
    fireEvent.click(await day(/\b10(th)? November 2026/))
    expect(onChange).toHaveBeenCalledWith(rangeOfDays('2026-11-10', '2026-11-10'))
  })

  test.each([
    ['a press outside', () => fireEvent.pointerDown(screen.getByText('Elsewhere'))],
    ['Escape', () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })],
    ['focus that leaves', () => act(() => screen.getByText('Elsewhere').focus())],
  ])('keeps the old range on %s [1.2 range canceled] [2.2 range kept]', async (way, leave) => {
    render(<Held initial={rangeOfDays('2026-11-01', '2026-11-03')} />)
    await open()
    const picked = await day(/\b10(th)? November 2026/)
    picked.focus()
    fireEvent.click(picked)
    leave()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onChange).not.toHaveBeenCalled()
    expect(opener().textContent).toBe('01-11-2026 / 03-11-2026')
    if (way === 'Escape') expect(document.activeElement).toBe(opener())
    await open()
    expect(screen.queryByText('Choose the first day.')).not.toBeNull()
  })

  test('has arrows only for a single day [1.2 single day arrows]', () => {
    render(<Held initial={rangeOfDays('2026-10-25', '2026-10-25')} />)
    fireEvent.click(screen.getByRole('button', { name: 'Next day' }))
    expect(opener().textContent).toBe('26-10-2026 / 26-10-2026')
    fireEvent.click(screen.getByRole('button', { name: 'Previous day' }))
    fireEvent.click(screen.getByRole('button', { name: 'Previous day' }))
    expect(opener().textContent).toBe('24-10-2026 / 24-10-2026')
    cleanup()
    render(<Held initial={rangeOfDays('2026-10-25', '2026-10-26')} />)
    expect(screen.queryByRole('button', { name: 'Next day' })).toBeNull()
  })

  test('clears with the trash button [1.2 clear range]', () => {
    render(<Held initial={rangeOfDays('2026-10-25', '2026-10-26')} />)
    fireEvent.click(screen.getByRole('button', { name: 'Clear the dates' }))
    expect(onChange).toHaveBeenCalledWith(null)
    expect(opener().textContent).toBe('Created')
    expect(screen.queryByRole('button', { name: 'Clear the dates' })).toBeNull()
  })

  test('starts weeks on Monday and uses British English month names [1.2 calendar]', async () => {
    render(<Held initial={rangeOfDays('2026-11-20', '2026-11-20')} />)
    await open()
    expect([...document.querySelectorAll('th[scope=col]')].map((day) => day.getAttribute('aria-label'))).toEqual(
      'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
    )
    expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('November 2026')
  })

  test('disables days before the earliest day [1.2 earliest day] [2.5 earliest day]', async () => {
    render(<Held initial={rangeOfDays('2022-05-20', '2022-05-21')} />)
    await open()
    expect((await day(/\b19(th)? May 2022/)).hasAttribute('disabled')).toBe(true)
    expect((await day(/\b20(th)? May 2022/)).hasAttribute('disabled')).toBe(false)
  })

  test('disables days after today', async () => {
    const day = today()
    render(<Held initial={rangeOfDays(day, day)} />)
    expect(screen.getByRole('button', { name: 'Next day' }).hasAttribute('disabled')).toBe(true)
    await open()
    const enabled = screen.getAllByRole('button').filter((button) => button.closest('[role=grid]') && !button.hasAttribute('disabled'))
    expect(enabled).toHaveLength(Number(day.slice(8)))
  })

  test('accepts typed dates', async () => {
    render(<Held initial={null} />)
    await open()
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '1/3/2026' } })
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '29-03-2026' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(onChange.mock.calls).toEqual([[rangeOfDays('2026-03-01', '2026-03-29')]])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener())
  })

  test('keeps a mistyped date, shows the error and focuses the field', async () => {
    render(<Held initial={rangeOfDays('2026-11-01', '2026-11-03')} />)
    await open()
    const last = screen.getByLabelText<HTMLInputElement>('To')
    expect(last.value).toBe('03-11-2026')
    fireEvent.change(last, { target: { value: '31-10-2026' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(screen.getByRole('alert').textContent).toBe('The last day is before the first.')
    expect([last.value, last.getAttribute('aria-invalid'), document.activeElement === last]).toEqual(['31-10-2026', 'true', true])
    fireEvent.change(last, { target: { value: '31-02-2026' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect([screen.getByRole('alert').textContent, last.value]).toEqual(['Write the day as DD-MM-YYYY.', '31-02-2026'])
    expect(onChange).not.toHaveBeenCalled()
  })

  test('offers presets, focuses the one in use, and restores the default with the trash button [R27 trash]', async () => {
    const onChoose = vi.fn<(id: string) => void>()
    const picker = (chosen: 'lm' | 'week') => (
      <DateRangePicker
        label="Range"
        range={rangeOfPreset(chosen)}
        onChange={onChange}
        presets={{ choices: periodChoices, chosen, initial: 'week', onChoose }}
      />
    )
    const { rerender } = render(picker('lm'))
    const button = () => screen.getByRole('button', { name: /^Range: / })
    expect(button().textContent).toContain('Last month')
    fireEvent.click(button())
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Today',
      'Yesterday',
      'Last 7 days',
      'Month to date',
      'Last month',
    ])
    expect(document.activeElement?.textContent).toBe('Last month')
    fireEvent.click(screen.getByRole('button', { name: 'Yesterday' }))
    expect([onChoose.mock.calls, onChange.mock.calls]).toEqual([[['yesterday']], []])
    expect(document.activeElement).toBe(button())
    fireEvent.click(screen.getByRole('button', { name: 'Back to the default range' }))
    expect(onChange.mock.calls).toEqual([[null]])
    rerender(picker('week'))
    expect(screen.queryByRole('button', { name: 'Back to the default range' })).toBeNull()
  })
})
