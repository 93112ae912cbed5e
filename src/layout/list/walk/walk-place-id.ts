/** The id of the record's place in its list, which describes the focused heading. */
export const walkPlaceId = 'walk-place'
