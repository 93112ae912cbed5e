import { type Feature, features } from '../contract/features.ts'

/** What the admin API has beyond the documents. Nothing of it is asked for before `/auth/me` has answered. */
let known: ReadonlySet<Feature> = new Set(features)

/** Takes over what `/auth/me` said. */
export function learnFeatures(said: readonly Feature[]) {
  known = new Set(said)
}

/** All of it. */
export const featuresNow = () => known

/** Whether the admin API has this (ruling 56). What it lacks is hidden, not broken. */
export const apiHas = (feature: Feature) => known.has(feature)
