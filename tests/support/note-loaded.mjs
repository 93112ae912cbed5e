// With `--import`: writes the address of each module that the process loads to the file that LOADED_MODULES names.
import { register } from 'node:module'

const hook = `
  import { appendFileSync } from 'node:fs'
  export async function resolve(specifier, context, nextResolve) {
    const resolved = await nextResolve(specifier, context)
    appendFileSync(process.env.LOADED_MODULES, resolved.url + '\\n')
    return resolved
  }`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
