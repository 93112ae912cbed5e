/** The element that says a record's place in its list: it describes the page's heading, which gets the focus. */
export const walkPlaceId = 'walk-place'
