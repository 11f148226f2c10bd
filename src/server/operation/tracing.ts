import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Span, SpanContext } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import type { TraceSettings } from '../config.ts';
import type { JobEnd } from '../jobs/runner.ts';

/**
 * OpenTelemetry traces, if a collector is configured: a span for each call and each job. Spans contain routes and kinds
 * of jobs, but never people, records or text typed by people. The packages are loaded only if they are needed.
 */

export interface Tracing {
  /** Creates a span for each call. */
  watch: (app: FastifyInstance) => void;
  /** Creates a span for a turn of a job. */
  job: (kind: string, work: () => Promise<JobEnd>) => Promise<JobEnd>;
  /** Sends the remaining spans, which takes at most FLUSH_MILLIS. */
  close: () => Promise<void>;
}

/**
 * Maximum number of spans waiting to be sent. Further spans are dropped, so that an unreachable collector does not use
 * up memory.
 */
const QUEUE_MOST = 2_048;
const BATCH_MOST = 512;
const EVERY_MILLIS = 5_000;
const SEND_MILLIS = 5_000;
/**
 * How many milliseconds may be spent on the last spans when the server stops, which must take less than two seconds in
 * total.
 */
const FLUSH_MILLIS = 500;

/** Routes that other programs poll, for which no spans are created. */
const LEFT_OUT = new Set(['/api/health', '/api/ready', '/api/metrics']);

/** Returns the span of the caller (W3C trace context), or null if the header contains none. */
export function parentOf(header: unknown): SpanContext | null {
  const [, version, traceId = '', spanId = '', flags = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(String(header ?? '').trim()) ?? [];
  if (version === undefined || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/**
 * Loads the packages and starts sending traces.
 * @param onProblem called when sending fails, and then not again until sending has succeeded
 */
export async function startTracing(
  { url, service, sendMillis = SEND_MILLIS }: TraceSettings,
  version: string,
  onProblem: (text: string) => void,
): Promise<Tracing> {
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  const sender = new OTLPTraceExporter({ url, timeoutMillis: sendMillis });
  let fails = false;
  const exporter: SpanExporter = {
    export: (spans, done) =>
      sender.export(spans, result => {
        if (result.error && !fails) onProblem(`Traces could not be sent to the collector: ${result.error.message}`);
        fails = result.error !== undefined;
        done(result);
      }),
    shutdown: () => sender.shutdown(),
    forceFlush: () => sender.forceFlush(),
  };
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        maxQueueSize: QUEUE_MOST,
        maxExportBatchSize: BATCH_MOST,
        scheduledDelayMillis: EVERY_MILLIS,
        exportTimeoutMillis: sendMillis,
      }),
    ],
  });
  const tracer = provider.getTracer('ops-portal');

  const callSpan = (method: string, route: string, parent: SpanContext | null): Span => {
    const context: Context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    const attributes = { 'http.request.method': method, 'http.route': route };
    return tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, context);
  };

  return {
    watch: app =>
      void app.addHook('onRequest', (request, reply, next) => {
        const route = request.routeOptions.url ?? '';
        next();
        if (!route.startsWith('/api/') || LEFT_OUT.has(route)) return;
        const span = callSpan(request.method, route, parentOf(request.headers['traceparent']));
        // Called exactly once, whether the response is sent or the caller disconnects first.
        reply.raw.once('close', () => {
          const { statusCode, writableEnded } = reply.raw;
          if (writableEnded) span.setAttribute('http.response.status_code', statusCode);
          else span.setAttribute('ops.caller_left', true);
          if (writableEnded && statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        });
      }),
    job: async (kind, work) => {
      const span = tracer.startSpan(`job ${kind}`, { kind: SpanKind.INTERNAL, attributes: { 'ops.job.kind': kind } });
      let end: JobEnd = 'given up';
      try {
        end = await work();
        return end;
      } finally {
        span.setAttribute('ops.job.end', end);
        if (end === 'given up') span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      }
    },
    close: async () => {
      const late = new AbortController();
      const over = pause(FLUSH_MILLIS, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
      await Promise.race([provider.shutdown().catch(() => undefined), over]);
      late.abort();
    },
  };
}
