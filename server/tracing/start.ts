import { setTimeout as pause } from 'node:timers/promises'
import { diag, DiagLogLevel, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { traceRequests } from './requests.ts'
import { traceStatements } from './statements.ts'

export interface Tracing {
  /** Makes a span of each request. */
  traceRequests: (app: FastifyInstance) => void
  /** Sends what is left, for three seconds at most. */
  stop: () => Promise<void>
}

const stopMs = 3_000

/**
 * Traces requests and their statements, and sends them by OTLP over HTTP in JSON. Endpoint, headers, sampler, batches and names are
 * OpenTelemetry's own variables (`OTEL_…`), which the packages read. Spans have no personal data: routes without
 * what stands in them, statements without text and values. This file is imported only if tracing is wanted.
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
