import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { type Dns, DnsError, maxTextLength, maxTexts } from './port.ts'

/** Milliseconds per query, over all name servers. */
const timeoutMs = 3000

/**
 * Asks only the configured name servers, with Node's resolver, once and
 * within the time-out. Private servers are asked only if configured.
 */
export class ResolverDns implements Dns {
  /** @param servers addresses with optional port: `9.9.9.9`, `[2620:fe::fe]:53` */
  constructor(
    private readonly servers: readonly string[],
    private readonly timeout = timeoutMs,
  ) {}

  async resolveCname(name: string): Promise<string[]> {
    const names = await this.ask((resolver) => resolver.resolveCname(name))
    return names.map((each) => each.toLowerCase().replace(/\.$/, ''))
  }

  async resolveTxt(name: string): Promise<string[]> {
    const texts = await this.ask((resolver) => resolver.resolveTxt(name))
    return texts.slice(0, maxTexts).map((chunks) => chunks.join('').slice(0, maxTextLength))
  }

  /** One resolver per query, because canceling affects all of a resolver's queries. */
  private async ask<Answer>(question: (resolver: Resolver) => Promise<Answer[]>): Promise<Answer[]> {
    const resolver = new Resolver({ timeout: this.timeout, tries: 1 })
    resolver.setServers(this.servers)
    const timer = setTimeout(() => resolver.cancel(), this.timeout)
    try {
      return await question(resolver)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === NOTFOUND || code === NODATA) return []
      throw new DnsError(`the name servers did not answer (${code ?? 'unknown'})`, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}
