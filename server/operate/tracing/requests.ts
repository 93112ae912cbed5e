import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Proxies call these every second. */
const untraced = ['/healthz', '/readyz']

/** Creates a span per request, named by method and route. The caller may have begun the trace (`traceparent`). */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const traced = new WeakMap<FastifyRequest, { span: Span; within: Context }>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route } = request.routeOptions
    if (route !== undefined && untraced.includes(route)) return done()
    const caller = propagation.extract(ROOT_CONTEXT, request.headers)
    const attributes = { 'http.request.method': request.method, ...(route === undefined ? {} : { 'http.route': route }) }
    const name = route === undefined ? request.method : `${request.method} ${route}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller)
    const within = trace.setSpan(caller, span)
    traced.set(request, { span, within })
    context.with(within, done)
  })
  // Reading the body loses the context.
  app.addHook('preValidation', (request, _reply, done) => {
    context.with(traced.get(request)?.within ?? context.active(), done)
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const { span } = traced.get(request) ?? {}
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setAttribute('error.type', String(statusCode)).setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}
