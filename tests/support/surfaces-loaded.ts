// Loaded ahead, as in a console that has been open for a moment: the first test of a worker would wait for them otherwise.
import '../../src/commands/registry.ts'
import '../../src/layout/frame/surfaces.tsx'
import '../../src/layout/palette/verbs.ts'
// Its days extend the Date of the moment it loads, which must not be one that a test made up.
import '../../src/layout/kit/date-range/range-calendar.tsx'
