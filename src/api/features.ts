import { type Feature, features } from '../contract/features.ts'

/** Features of the admin API beyond the documents. None is used before `/auth/me` has answered. */
let known: ReadonlySet<Feature> = new Set(features)

/** Stores the features reported by `/auth/me`. */
export function learnFeatures(names: readonly Feature[]) {
  known = new Set(names)
}

export const featuresNow = () => known

/** Whether the admin API has a feature (ruling 56). Missing ones are hidden. */
export const apiHas = (feature: Feature) => known.has(feature)
