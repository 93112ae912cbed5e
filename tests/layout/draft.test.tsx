import { act, renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { clearDrafts, readDraft, useDraft } from '../../src/layout/kit/form/draft.ts'

const form = 'customer.8812.info'

describe('drafts', () => {
  const open = (userId = 1) => renderHook(() => useDraft(userId, form, { email: '', qrLimit: '', password: '' })).result

  test('are restored on reopening, except passwords [R12 kept input]', () => {
    const typed = open()
    act(() => typed.current.change({ email: 'ana@', password: 'secret1' }))
    expect(typed.current.values).toEqual({ email: 'ana@', qrLimit: '', password: 'secret1' })
    expect(open().current.values).toEqual({ email: 'ana@', qrLimit: '', password: '' })
    expect(sessionStorage.getItem(`draft.1.${form}`)).not.toContain('secret1')
  })

  test('are stored per user and cleared for that user only', () => {
    const [one, twelve] = [open(1), open(12)]
    act(() => one.current.change({ email: 'one@' }))
    act(() => twelve.current.change({ email: 'twelve@' }))
    clearDrafts(1)
    expect(readDraft(1, form)).toBeNull()
    expect(readDraft(12, form)).toMatchObject({ email: 'twelve@' })
  })

  test('keep only what was typed after submitting', () => {
    const typed = open()
    act(() => typed.current.change({ email: 'ana@', qrLimit: '5' }))
    const { saved, values } = typed.current
    act(() => typed.current.change({ qrLimit: '7' }))
    act(() => expect(saved(values)).toBe(true))
    expect(typed.current.values).toEqual({ email: '', qrLimit: '7', password: '' })
    expect(open().current.values.qrLimit).toBe('7')
    act(() => expect(typed.current.saved(typed.current.values)).toBe(false))
    expect(typed.current.values.qrLimit).toBe('')
    expect(readDraft(1, form)).toBeNull()
  })

  test('are cleared when the form is done', () => {
    const typed = open()
    act(() => typed.current.change({ email: 'ana@' }))
    act(() => typed.current.drop())
    expect(open().current.values.email).toBe('')
  })

  test('survive storage that is corrupt, from another release, or full', () => {
    sessionStorage.setItem(`draft.1.${form}`, '{not json')
    expect(open().current.values.email).toBe('')
    sessionStorage.setItem(`draft.1.${form}`, '{"removedField":"x","email":"kept@"}')
    expect(open().current.values).toEqual({ email: 'kept@', qrLimit: '', password: '' })
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const typed = open()
    act(() => typed.current.change({ email: 'still works' }))
    expect(typed.current.values.email).toBe('still works')
  })
})
