import { buildConsole } from './console-build.ts'

/** `npm run build`: builds the console as the start would, for container images. */
const wasBuilt = await buildConsole(new AbortController().signal)
process.stdout.write(wasBuilt ? 'The console is built.\n' : 'The console was built from these sources already.\n')
