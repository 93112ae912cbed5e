import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { sayNotLoaded } from './notice.ts'
import { createStore, useStore } from './store.ts'

/** A component whose code loads on idle or first use; it renders at once after that. */
export class LazyComponent<Props extends object> {
  /** Null until its code is loaded. */
  readonly component = createStore<ComponentType<Props> | null>(null)
  private fetching: Promise<void> | null = null
  private readonly fetchComponent: () => Promise<ComponentType<Props>>

  constructor(fetchComponent: () => Promise<ComponentType<Props>>) {
    this.fetchComponent = fetchComponent
  }

  /** Loads the code once; a failed load is retried by the next call. */
  load(): Promise<void> {
    this.fetching ??= this.fetchComponent().then(
      (component) => this.component.set(component),
      (error: unknown) => {
        this.fetching = null
        throw error
      },
    )
    return this.fetching
  }
}

/** The component once its code is loaded, else null. Loads it when wanted. */
export function useLazy<Props extends object>(
  lazy: LazyComponent<Props>,
  isWanted: boolean,
  onFailure: (error: unknown) => void,
): ComponentType<Props> | null {
  const component = useStore(lazy.component)
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    if (isWanted && !component) lazy.load().catch((error: unknown) => fail(error))
  }, [lazy, isWanted, component])
  return component
}

/** The same for what somebody opened: if it can't be loaded, it closes and a notice says so. */
export const useLazyOpen = <Props extends object>(lazy: LazyComponent<Props>, isOpen: boolean, close?: () => void) =>
  useLazy(lazy, isOpen, () => {
    close?.()
    sayNotLoaded()
  })
