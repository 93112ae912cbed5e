import { type ComponentType, useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** A component whose code is fetched on idle, or when it is needed first, and which renders at once ever after. */
export class LazyComponent<Props extends object> {
  private component: ComponentType<Props> | null = null
  private fetching: Promise<void> | null = null
  private readonly listeners = new Set<() => void>()
  private readonly fetchComponent: () => Promise<ComponentType<Props>>

  constructor(fetchComponent: () => Promise<ComponentType<Props>>) {
    this.fetchComponent = fetchComponent
  }

  get = () => this.component

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Fetches the code once; after a failure the next call tries again. */
  load(): Promise<void> {
    this.fetching ??= this.fetchComponent().then(
      (component) => {
        this.component = component
        for (const listener of this.listeners) listener()
      },
      (error: unknown) => {
        this.fetching = null
        throw error
      },
    )
    return this.fetching
  }
}

/** A lazy component as soon as it is there; it is fetched once it is wanted. Null until then. */
export function useLazy<Props extends object>(
  lazy: LazyComponent<Props>,
  isWanted: boolean,
  onFailure: (error: unknown) => void,
): ComponentType<Props> | null {
  const component = useSyncExternalStore(lazy.subscribe, lazy.get)
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    if (isWanted && !component) lazy.load().catch((error: unknown) => fail(error))
  }, [lazy, isWanted, component])
  return component
}
