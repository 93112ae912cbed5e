import type { Forecast } from '../../commands/engine/forecast.ts'
import { createStore } from '../kit/store.ts'

/** What the company's policies would say, once they are loaded; null where none concerns this person. */
export const forecast = createStore<Forecast | null>(null)
