import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { access, constants, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants as zlib } from 'node:zlib';
import { FILE_NAME_MOST } from '../contract/files.ts';
import { cookieNames } from './auth/cookies.ts';
import { createLoginFailures } from './auth/loginFailures.ts';
import { createLoginLimit } from './auth/loginLimit.ts';
import { OidcClient } from './auth/oidc.ts';
import { PASSWORD_COST, type PasswordCost } from './auth/password.ts';
import { nowSeconds } from './base/clock.ts';
import type { ServerContext } from './context.ts';
import type { Database } from './db/open.ts';
import { DECLARATIONS, type Declarations } from '../contract/declarations.ts';
import { createHub } from './feed/hub.ts';
import { listenForOthers } from './feed/listen.ts';
import type { FileStore } from './files/fileStore.ts';
import { temporaryStore } from './files/folderStore.ts';
import { answerClientError } from './http/clientErrors.ts';
import { parseJsonBodies } from './http/jsonBody.ts';
import { countAsTasks } from './http/tasks.ts';
import { limitBodyTime } from './http/bodyTime.ts';
import { ConsolePage } from './http/consolePage.ts';
import { routedUrl, serveClient, type ConsolePlace } from './http/clientFiles.ts';
import { handleErrors, sendError, toApiError } from './base/errors.ts';
import { serveDocs } from './http/docs.ts';
import { serveSubApps } from './http/subApps.ts';
import { limitRoutes, UnderWay } from './base/underWay.ts';
import { protect, trustProxy } from './http/security.ts';
import { createImportReader, type ImportReader } from './imports/reader/process.ts';
import { ONE_TRANSACTION } from './imports/apply.ts';
import { createImportRunner } from './imports/runner.ts';
import { createReconKind } from './recon/kind.ts';
import { archiveMissing } from './recon/years/archives.ts';
import { createYearReports, type YearReportsOptions } from './recon/years/yearReports.ts';
import { reconBillRoutes } from './routes/recon/bills.ts';
import { reconConfigRoutes } from './routes/recon/config.ts';
import { reconDisputeRoutes } from './routes/recon/disputes.ts';
import { reconLayoutRoutes } from './routes/recon/layouts.ts';
import { reconOrderRoutes } from './routes/recon/orders.ts';
import { reconSubmitRoutes } from './routes/recon/submit.ts';
import { reconYearRoutes } from './routes/recon/years.ts';
import { entityRoutes } from './routes/admin/entities.ts';
import { moduleRoutes } from './routes/admin/modules.ts';
import { userRoutes } from './routes/admin/users.ts';
import { createJobRunner } from './jobs/runner.ts';
import { emitJobFailure, emitRateTurns } from './notify/sources.ts';
import { createMailer } from './notify/mail.ts';
import { createRenderer } from './imports/reader/renderer.ts';
import { announceBell } from './feed/announceBell.ts';
import { createNotifier, type Notifier } from './notify/notifier.ts';
import { emitDisputeDeadlines } from './recon/events.ts';
import { serveMetrics } from './operation/metrics.ts';
import type { Tracing } from './operation/tracing.ts';
import { createSystemKind } from './operation/tasks.ts';
import { systemRoutes } from './routes/operation/system.ts';
import { scimRoutes } from './routes/scim/routes.ts';
import { scimSettingRoutes } from './routes/scim/settings.ts';
import { operationRoutes } from './routes/operation/routes.ts';
import { deliveryRoutes } from './routes/notify/deliveries.ts';
import { pushRoutes } from './routes/notify/push.ts';
import { logWebhookOff, ruleRoutes } from './routes/notify/rules.ts';
import { templateRoutes as notifyTemplateRoutes } from './routes/notify/templates.ts';
import { activityRoutes } from './routes/activity/routes.ts';
import { auditRoutes } from './routes/audit/routes.ts';
import { nonIntegratedRoutes } from './routes/channelConfig/nonIntegrated.ts';
import { channelConfigRoutes } from './routes/channelConfig/routes.ts';
import { recordRoutes } from './resources/routes.ts';
import { viewRoutes } from './routes/views/routes.ts';
import { threePlRoutes } from './routes/owners/routes.ts';
import { cdtRoutes } from './routes/cdt/routes.ts';
import { feeRuleRoutes } from './routes/shops/feeRules.ts';
import { shopRoutes } from './routes/shops/routes.ts';
import { lcsRoutes } from './routes/lcs/routes.ts';
import { rateRoutes } from './routes/rates/routes.ts';
import { rateTableRoutes } from './routes/rateTable/routes.ts';
import { rateTaskRoutes } from './routes/rateTasks/routes.ts';
import { channelRoutes } from './routes/channels/routes.ts';
import { templateRoutes } from './routes/templates/routes.ts';
import { homeRoutes } from './routes/home/routes.ts';
import { eventRoutes } from './routes/feed/events.ts';
import { fileRoutes } from './routes/files/routes.ts';
import { feedRoutes } from './routes/feed/routes.ts';
import { importRoutes } from './routes/imports/routes.ts';
import { locationRoutes } from './routes/locations/routes.ts';
import { nonWorkingDayRoutes } from './routes/nonWorkingDays/routes.ts';
import { serviceabilityRoutes } from './routes/serviceability/routes.ts';
import { preflightRoutes } from './routes/preflight/routes.ts';
import { accessRoutes } from './routes/session/access.ts';
import { oidcRoutes } from './routes/session/oidc.ts';
import { passkeyRoutes } from './routes/session/passkeys.ts';
import { secondFactorRoutes } from './routes/session/secondFactor.ts';
import { menuRoutes } from './routes/session/menu.ts';
import { personRoutes } from './routes/session/person.ts';
import { signInRoutes } from './routes/session/signIn.ts';
import { writeRoutes } from './routes/writes/routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    notifier: Notifier;
  }
}

export interface AppOptions {
  config: ServerContext['config'];
  /** The resources that the server serves; defaults to the product's own. */
  declared?: Declarations;
  /** An open, migrated database; the caller closes it. */
  database: Database;
  /** An open file store, which the caller closes; defaults to a temporary folder removed when the server closes. */
  files?: FileStore;
  /** Reads imported files; closed together with the server. Defaults to a process with the usual limits. */
  reader?: ImportReader;
  /**
   * Reads bill files. Separate from the import reader, because both keep their files open; defaults to a process of its
   * own.
   */
  billReader?: ImportReader;
  /** Options for multi-year reports; defaults to those of recon/years. */
  years?: Pick<YearReportsOptions, 'module' | 'limits'>;
  /**
   * Number of changed rows above which the embedded database applies an import in chunks; defaults to the one in
   * imports/apply.
   */
  largeImport?: number;
  /** How costly it is to hash a password; defaults to the one in auth/password. */
  passwordCost?: PasswordCost | undefined;
  /** Time limit in ms for receiving a call's body; defaults to the one in http/bodyTime. */
  bodyMillis?: number;
  /**
   * Interval in ms at which to check for notifications to send; if omitted, they are sent only when the notifier is
   * called.
   */
  notifyMillis?: number;
  /** Returns epoch milliseconds; defaults to the system clock. */
  now?: () => number;
  logger?: FastifyServerOptions['logger'];
  /** Sends traces; closed together with the server. If omitted, nothing is traced. */
  tracing?: Tracing;
}

/** Maximum size in bytes of a call's body, which is a form rather than a file. */
const BODY_LIMIT = 1024 * 1024;
/**
 * Maximum size in bytes of a request's headers, including the URL, which may contain a list filter with a thousand ids.
 */
const HEADER_LIMIT = 64 * 1024;
/** Time limit in ms for receiving a request's headers. */
const HEADERS_MILLIS = 20_000;
/**
 * Time limit in ms for receiving a complete request, such as a 30 MB file over a slow connection. Other bodies have
 * less time (http/bodyTime).
 */
const REQUEST_MILLIS = 15 * 60_000;
const CHECK_MILLIS = 5_000;
const POLL_MILLIS = 1_000;

/**
 * The folders from which the console is served, or null if it is not served. If no folder for kept files is usable, a
 * temporary one is created, and the files of earlier releases are lost on restart.
 */
async function placeOfConsole(app: FastifyInstance, config: AppOptions['config']): Promise<ConsolePlace | null> {
  const { clientDir } = config;
  if (!clientDir) return null;
  const page = new ConsolePage(clientDir);
  const kept = config.keptDir === undefined ? null : await usable(config.keptDir);
  if (kept !== null) return { clientDir, page, keptDir: kept };
  const keptDir = await mkdtemp(join(tmpdir(), 'ops-console-'));
  app.addHook('onClose', () => rm(keptDir, { recursive: true, force: true }));
  return { clientDir, page, keptDir };
}

/**
 * Creates a folder if necessary and returns it, or null if this account cannot write to it (as with PostgreSQL and a
 * read-only disk).
 */
async function usable(folder: string): Promise<string | null> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return folder;
  } catch {
    return null;
  }
}

/** Builds the API server without listening: main.ts listens, and tests inject requests. Close it with `app.close()`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database } = options;
  const app = fastify({
    logger: options.logger ?? false,
    bodyLimit: BODY_LIMIT,
    http: { maxHeaderSize: HEADER_LIMIT, headersTimeout: HEADERS_MILLIS, connectionsCheckingInterval: CHECK_MILLIS },
    requestTimeout: REQUEST_MILLIS,
    trustProxy: trustProxy(config.trustProxy),
    exposeHeadRoutes: false,
    return503OnClosing: true,
    // On a busy machine, registering the routes may take longer than the default of ten seconds, which would end the
    // start.
    pluginTimeout: 0,
    clientErrorHandler: answerClientError,
    rewriteUrl: routedUrl,
    // Handles URLs that cannot be decoded or whose segments are too long; neither a route nor the error handler gets
    // them.
    frameworkErrors: (error, _request, reply) => void sendError(reply, toApiError(error)),
    // The URL may contain a file name of maximum length, and percent-encoding takes up to twelve characters for each of
    // its characters.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: FILE_NAME_MOST * 12 },
  });
  // One path also accepts a form with a file (routes/files).
  app.addConstraintStrategy({
    name: 'form',
    storage: () => {
      const handlers = new Map<unknown, unknown>();
      return {
        get: key => (handlers.get(key) ?? null) as never,
        set: (key, handler) => void handlers.set(key, handler),
      };
    },
    deriveConstraint: request =>
      String(request.headers['content-type'] ?? '').startsWith('multipart/form-data') ? 'form' : undefined,
  });
  // Only JSON is accepted, so that a plain form on another site cannot send a body that the server would parse.
  app.removeContentTypeParser('text/plain');
  parseJsonBodies(app);
  options.tracing?.watch(app);
  handleErrors(app);
  limitBodyTime(app, options.bodyMillis);
  countAsTasks(app);
  const underWay = new UnderWay();
  limitRoutes(app, underWay);
  await app.register(cookie);
  const now = options.now ?? Date.now;
  const failures = createLoginFailures(database.pool, now);
  await app.register(rateLimit, { global: false, store: failures.Store });
  await app.register(compress, {
    // Compressing short replies is not worth the time, and spreadsheet streams are already compressed.
    threshold: 4096,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  });

  // Closed last, so that the spans of everything else that is closed are still sent.
  app.addHook('onClose', () => options.tracing?.close());

  const hub = createHub(database.pool, database.kind === 'postgres' ? POLL_MILLIS : 0, error =>
    app.log.warn({ err: error }, 'The change feed could not be read'),
  );
  const others = listenForOthers(database, hub);
  app.addHook('onClose', async () => {
    await others.close();
    await hub.close();
  });
  const files = options.files ?? (await temporaryStore());
  if (!options.files) app.addHook('onClose', () => files.close());
  const loginLimit = createLoginLimit(app, failures);
  app.addHook('preClose', async () => loginLimit.close());
  const parts = {
    declared: options.declared ?? DECLARATIONS,
    config,
    database,
    hub,
    files,
    loginLimit,
    passwordCost: options.passwordCost ?? PASSWORD_COST,
    cookies: await cookieNames(database.pool),
    underWay,
    largeImport: options.largeImport ?? ONE_TRANSACTION,
    now,
    writes: new Map(),
  };
  const imports = createImportRunner(
    () => context,
    parts,
    options.reader ?? createImportReader(),
    ({ id, done, total }) => app.log.warn({ import: id, done, total }, 'Resuming an interrupted import'),
  );
  const billReader = options.billReader ?? createImportReader();
  const years = createYearReports({ enabled: config.yearReports ?? false, files, ...options.years });
  const recon = createReconKind(() => context, billReader, years);
  const system = createSystemKind(() => context);
  const jobs = createJobRunner(
    database,
    [imports.kind, recon, system],
    (error, key) => app.log.error({ err: error, job: key }, 'Background work failed'),
    options.tracing?.job,
    ({ message: reason }, key, named) => {
      // If the database itself is down, the event cannot be stored.
      void emitJobFailure(
        database.pool,
        { job: key || 'the queue of jobs', ...named, key, reason },
        nowSeconds({ now }),
      ).catch(() => undefined);
    },
  );
  app.addHook('onReady', async () => {
    if (config.yearReports) await archiveMissing(database.pool, nowSeconds({ now }));
    jobs.poke();
  });
  app.addHook('preClose', async () => {
    const left = jobs.close();
    imports.close();
    billReader.close();
    await years.close();
    await left;
  });
  const notifier = createNotifier({
    database,
    mailer: config.smtpUrl === undefined ? null : createMailer(config.smtpUrl, config.mailFrom ?? ''),
    baseUrl: config.baseUrl,
    push: config.push ?? null,
    renderer: createRenderer(),
    scans: [emitRateTurns, emitDisputeDeadlines],
    allowedHosts: new Set(config.webhookHosts),
    onBell: userId => announceBell({ database, hub }, userId),
    onWebhookOff: logWebhookOff,
    now,
    every: options.notifyMillis ?? null,
    onProblem: error => app.log.error({ err: error }, 'Notifications could not be sent'),
  });
  app.addHook('preClose', () => notifier.close());
  app.decorate('notifier', notifier);
  const context: ServerContext = { ...parts, imports, jobs, notifier };

  const figures = serveMetrics(app, context, config.metricsToken);
  const served = await placeOfConsole(app, config);
  await protect(app, context, served?.page ?? null);
  await serveDocs(app, context);
  const oidc = config.oidc ? new OidcClient(config.oidc) : null;
  signInRoutes(app, context, oidc);
  const routes = [
    personRoutes,
    menuRoutes,
    channelRoutes,
    channelConfigRoutes,
    nonIntegratedRoutes,
    locationRoutes,
    templateRoutes,
    auditRoutes,
    feedRoutes,
    eventRoutes,
    preflightRoutes,
    serviceabilityRoutes,
    writeRoutes,
    activityRoutes,
    fileRoutes,
    importRoutes,
  ];
  for (const add of routes) add(app, context);
  userRoutes(app, context);
  entityRoutes(app, context);
  moduleRoutes(app, context);
  operationRoutes(app, context);
  systemRoutes(app, context, figures);
  homeRoutes(app, context);
  scimRoutes(app, context);
  scimSettingRoutes(app, context);
  accessRoutes(app, context);
  passkeyRoutes(app, context);
  secondFactorRoutes(app, context);
  oidcRoutes(app, context, oidc);
  ruleRoutes(app, context);
  notifyTemplateRoutes(app, context);
  deliveryRoutes(app, context);
  pushRoutes(app, context);
  recordRoutes(app, context);
  nonWorkingDayRoutes(app, context);
  threePlRoutes(app, context);
  viewRoutes(app, context);
  cdtRoutes(app, context);
  rateRoutes(app, context);
  rateTableRoutes(app, context);
  rateTaskRoutes(app, context);
  lcsRoutes(app, context);
  shopRoutes(app, context);
  feeRuleRoutes(app, context);
  await serveSubApps(app, config.subAppsDir);
  reconConfigRoutes(app, context);
  reconLayoutRoutes(app, context);
  reconSubmitRoutes(app, context);
  reconBillRoutes(app, context);
  reconOrderRoutes(app, context);
  reconYearRoutes(app, context, years);
  reconDisputeRoutes(app, context);
  await serveClient(app, served);
  await imports.recover();
  return app;
}
