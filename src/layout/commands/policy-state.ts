import type { Forecast } from '../../commands/engine/forecast.ts'
import type { OnDemandData } from '../../contract/on-demand.ts'
import { createStore } from '../kit/store.ts'

/** What the company's policies would say, once they are loaded; null where none concerns this person. */
export const forecast = createStore<Forecast | null>(null)

/** What they hide from this person until it is asked for. */
export const onDemand = createStore<readonly OnDemandData[]>([])
