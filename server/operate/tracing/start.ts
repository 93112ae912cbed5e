import { setTimeout as pause } from 'node:timers/promises'
import { DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { traceRequests } from './requests.ts'
import { traceStatements } from './statements.ts'

export interface Tracing {
  /** Creates a span for each request. */
  traceRequests: (app: FastifyInstance) => void
  /** Sends remaining spans; takes at most three seconds. */
  stop: () => Promise<void>
}

const stopMs = 3_000

/**
 * Traces requests and their SQL statements, and sends them by OTLP over HTTP in JSON. The packages read endpoint,
 * headers, sampler, batching and names from OpenTelemetry's own variables (`OTEL_…`). Spans contain no personal data:
 * routes have no parameter values, statements no text or values. This module is only imported if tracing is on.
 */
export function startTracing(log: FastifyBaseLogger): Tracing {
  const tell = (level: 'warn' | 'debug') => (message: string) => log[level](`tracing: ${message}`)
  diag.setLogger(
    { error: tell('warn'), warn: tell('warn'), info: tell('debug'), debug: tell('debug'), verbose: tell('debug') },
    DiagLogLevel.WARN,
  )
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'quaydesk' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  const tracer = trace.getTracer('quaydesk')
  const restore = traceStatements(tracer)
  return {
    traceRequests: (app) => traceRequests(app, tracer),
    stop: async () => {
      restore()
      await Promise.race([provider.shutdown(), pause(stopMs, undefined, { ref: false })]).catch((error: unknown) =>
        log.warn({ err: error }, 'the last traces could not be sent'),
      )
      trace.disable()
      diag.disable()
    },
  }
}
