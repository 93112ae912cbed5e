// Loaded up front, as in a console that has been open for a moment. Otherwise the first test of a worker would wait for them.
import '../../src/commands/registry.ts'
import '../../src/layout/frame/surfaces.tsx'
import '../../src/layout/palette/palette.tsx'
// The calendar extends the `Date` that is current when it loads, which must not be a test's fake.
import '../../src/layout/kit/date-range/range-calendar.tsx'
