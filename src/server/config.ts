import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { OidcSettings } from './auth/oidc.ts';
import { pairOf, type PushSettings } from './notify/push.ts';
import type { FilesPlace } from './files/openStore.ts';

/** The server's settings, read from environment variables and described in docs/deployment.md. */
export interface Config {
  port: number;
  /**
   * Address on which the server listens. Defaults to all interfaces, but to this machine only while the demo's public
   * passwords work.
   */
  host: string;
  /** Folder that contains the embedded database. */
  dataDir: string;
  /** The place where uploaded files are stored. */
  files: FilesPlace;
  /** Connection URL for PostgreSQL; if undefined, the embedded database is used. */
  databaseUrl: string | undefined;
  /** Number of connections in the PostgreSQL pool. */
  databaseConnections: number;
  /** Whether to load the demo data on the first start. */
  demo: boolean;
  demoScale: 'full' | 'small';
  /** Folder for backups made on the "System" page. */
  backupsDir: string;
  /** Folder of the built console; if undefined, the server only provides the API. */
  clientDir: string | undefined;
  /** Folder of the separately deployed sub-applications, each in a subfolder named after its path. */
  subAppsDir: string;
  /** Folder in which the console's files are kept for tabs that still run earlier releases. */
  keptDir: string;
  /**
   * Public origin, such as https://ops.example; requests for any other host are refused. If undefined, the host of the
   * request is used.
   */
  baseUrl: string | undefined;
  /** Whether cookies are sent only over https and browsers are told to always use https. */
  secure: boolean;
  /**
   * Proxies whose X-Forwarded-* headers are trusted: none, a number of hops in front of this server, or the proxies at
   * these addresses. Values further to the left were written by others, such as the client itself.
   */
  trustProxy: boolean | number | string[];
  /** Whether to record activity and usage (TRK-2). */
  tracker: boolean;
  /** How many days an import's row changes are kept, so that it can be undone. */
  importDays: number;
  /** How many days the log is kept; 0 keeps it forever. */
  logDays: number;
  /**
   * URL of the external holiday pages. It ends with `{suffix}`, which is replaced with the country's host suffix (G69).
   */
  holidayPage: string;
  /** URL of the product service (RATE-18); if undefined, main.ts starts one together with the server. */
  productService: string | undefined;
  /** The identity provider; if undefined, people can sign in only with passwords. */
  oidc: OidcSettings | undefined;
  /** Token for /api/metrics; if undefined, that path does not exist. */
  metricsToken: string | undefined;
  /** SMTP server for e-mails, including its password; if undefined, no e-mails are sent. */
  smtpUrl: string | undefined;
  /** The address from which e-mails are sent. */
  mailFrom: string;
  /** Webhook hosts that may have a private address. */
  webhookHosts: readonly string[];
  /** Keys for Web Push; if undefined, no push messages are sent. */
  push: PushSettings | undefined;
  /** Whether settled bills are also stored as files, created by DuckDB, for multi-year reports. */
  yearReports: boolean;
  /** Whether to log every request in addition to errors. */
  logRequests: boolean;
  /** OpenTelemetry trace collector; if undefined, nothing is traced. */
  traces: TraceSettings | undefined;
}

/** The place to which traces are sent. */
export interface TraceSettings {
  /** URL of the collector's OTLP/HTTP receiver, including /v1/traces. */
  url: string;
  /** The name of this server in traces. */
  service: string;
  /** Timeout for sending traces in ms; defaults to the one in operation/tracing. */
  sendMillis?: number;
}

/** Thrown for an invalid setting. The message is for the person who made the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Env = Readonly<Record<string, string | undefined>>;

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} is "${text}", but it must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

function flag(env: Env, name: string, fallback: boolean): boolean {
  const text = env[name]?.trim().toLowerCase();
  if (!text) return fallback;
  if (['1', 'true', 'on', 'yes'].includes(text)) return true;
  if (['0', 'false', 'off', 'no'].includes(text)) return false;
  throw new ConfigError(`${name} is "${text}", but it must be 1 (on) or 0 (off).`);
}

function url(env: Env, name: string, protocols: readonly string[]): URL | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  // The message does not repeat the value, because a database URL contains a password.
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be an address that starts with ${protocols.map(p => `${p}//`).join(' or ')}.`);
  }
  return new URL(text);
}

/** A larger number of proxies is certainly a mistake. */
const MOST_HOPS = 10;
/** Address ranges that can be referred to by name. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether a string is an IP address, a range such as 10.0.0.0/8, or the name of a range. */
function isAddressRange(text: string): boolean {
  if (RANGES.includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

function trusted(env: Env): Config['trustProxy'] {
  const text = env['OPS_TRUST_PROXY']?.trim().toLowerCase();
  if (!text || ['false', 'off', 'no'].includes(text)) return false;
  if (/^\d+$/.test(text) && Number(text) <= MOST_HOPS) return Number(text) || false;
  const addresses = text.split(',').map(address => address.trim());
  if (addresses.every(isAddressRange)) return addresses;
  throw new ConfigError(
    `OPS_TRUST_PROXY is "${text}", but it must be the number of proxies before this server (0 to ${MOST_HOPS}), or their addresses separated by commas, as in 10.0.0.1,10.1.0.0/16.`,
  );
}

/** Parses OPS_FILES: a folder, or s3://bucket with OPS_S3_ENDPOINT and OPS_S3_REGION. */
function filesPlace(env: Env, cwd: string, dataDir: string): FilesPlace {
  const text = env['OPS_FILES']?.trim();
  if (!text?.startsWith('s3:')) return { folder: text ? resolve(cwd, text) : join(dataDir, 'files') };
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(text)?.[1];
  if (!bucket)
    throw new ConfigError(`OPS_FILES is "${text}", but it must be a folder, or a bucket as in s3://my-bucket.`);
  const endpoint = url(env, 'OPS_S3_ENDPOINT', ['http:', 'https:'])?.origin;
  return { s3: { bucket, endpoint, region: env['OPS_S3_REGION']?.trim() || 'us-east-1' } };
}

/** How the URL of the holiday pages must end. */
const SUFFIX = '{suffix}';
export const HOLIDAY_PAGE = `https://admin.holiday.${SUFFIX}`;

function holidayPage(env: Env): string {
  const text = env['OPS_HOLIDAY_PAGE']?.trim() || HOLIDAY_PAGE;
  const example = text.slice(0, -SUFFIX.length) + 'co.id';
  if (text.endsWith(SUFFIX) && URL.canParse(example) && /^https?:$/.test(new URL(example).protocol)) return text;
  throw new ConfigError(
    `OPS_HOLIDAY_PAGE is "${text}", but it must be an address that starts with http:// or https:// and ends in ${SUFFIX}, as in ${HOLIDAY_PAGE}.`,
  );
}

function clientFolder(env: Env, cwd: string): string | undefined {
  const named = env['OPS_CLIENT_DIR']?.trim();
  const folder = resolve(cwd, named || join('dist', 'client'));
  if (existsSync(join(folder, 'index.html'))) return folder;
  if (named) throw new ConfigError(`OPS_CLIENT_DIR is "${named}", but there is no index.html in ${folder}.`);
  return undefined;
}

/** Parses OPS_OIDC_ISSUER and related settings. */
function oidcSettings(env: Env): OidcSettings | undefined {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const issuer = url(env, 'OPS_OIDC_ISSUER', ['http:', 'https:']);
  const clientId = text('OPS_OIDC_CLIENT_ID');
  if (!issuer) {
    if (clientId !== undefined) throw new ConfigError('OPS_OIDC_CLIENT_ID is set, so OPS_OIDC_ISSUER must be set too.');
    return undefined;
  }
  // Anyone who can read or alter this traffic can sign in as any person.
  if (issuer.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname))
    throw new ConfigError(
      'OPS_OIDC_ISSUER must be an address that starts with https://; http:// is allowed only for this machine.',
    );
  if (clientId === undefined)
    throw new ConfigError(
      'OPS_OIDC_ISSUER is set, so OPS_OIDC_CLIENT_ID must be set too: the id that the provider gave this console.',
    );
  const scopes = text('OPS_OIDC_SCOPES') ?? 'openid email profile';
  if (!scopes.split(/\s+/).includes('openid'))
    throw new ConfigError(`OPS_OIDC_SCOPES is "${scopes}", but it must include openid.`);
  return {
    issuer: issuer.href,
    clientId,
    clientSecret: text('OPS_OIDC_CLIENT_SECRET'),
    name: text('OPS_OIDC_NAME') ?? 'your organization',
    scopes,
    groupsClaim: text('OPS_OIDC_GROUPS_CLAIM') ?? 'groups',
  };
}

/** Parses OPS_PUSH_PUBLIC_KEY and OPS_PUSH_PRIVATE_KEY, which must be a pair, and OPS_PUSH_SUBJECT. */
function pushSettings(env: Env): PushSettings | undefined {
  const names = ['OPS_PUSH_PUBLIC_KEY', 'OPS_PUSH_PRIVATE_KEY', 'OPS_PUSH_SUBJECT'] as const;
  const [publicKey, privateKey, subject] = names.map(name => env[name]?.trim() || undefined);
  const missing = names.filter(name => !env[name]?.trim());
  if (missing.length === names.length) return undefined;
  if (publicKey === undefined || privateKey === undefined || subject === undefined)
    throw new ConfigError(
      `${missing.join(' and ')} must be set too: push messages need all of ${names.join(', ')}. "npx web-push generate-vapid-keys" creates the keys.`,
    );
  // The message does not repeat the keys.
  const pair = pairOf(publicKey, privateKey);
  if (!pair)
    throw new ConfigError(
      'OPS_PUSH_PUBLIC_KEY and OPS_PUSH_PRIVATE_KEY must be two keys that were created together, as "npx web-push generate-vapid-keys" prints them.',
    );
  const address = URL.canParse(subject) ? new URL(subject) : null;
  if (!address || !['mailto:', 'https:'].includes(address.protocol) || address.hostname === 'localhost')
    throw new ConfigError(
      `OPS_PUSH_SUBJECT is "${subject}", but it must be how push services reach you, as in mailto:ops@example.com or https://example.com.`,
    );
  return { ...pair, subject };
}

/**
 * Parses OTEL_EXPORTER_OTLP_ENDPOINT, to which /v1/traces is appended, and OTEL_SERVICE_NAME. The exporter itself reads
 * OTEL_EXPORTER_OTLP_HEADERS.
 */
function traceSettings(env: Env): TraceSettings | undefined {
  const endpoint = url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  if (!endpoint) return undefined;
  endpoint.pathname = `${endpoint.pathname.replace(/\/+$/, '')}/v1/traces`;
  return { url: endpoint.href, service: env['OTEL_SERVICE_NAME']?.trim() || 'ops-portal' };
}

/**
 * Reads and validates the environment variables.
 * @throws ConfigError that names the setting, its value and what it must be
 */
export function readConfig(env: Env, cwd: string): Config {
  const dataDir = resolve(cwd, env['OPS_DATA']?.trim() || 'data');
  const database = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const base = url(env, 'OPS_BASE_URL', ['http:', 'https:']);
  const scale = env['OPS_DEMO_SCALE']?.trim() || 'full';
  if (scale !== 'full' && scale !== 'small') {
    throw new ConfigError(`OPS_DEMO_SCALE is "${scale}", but it must be full or small.`);
  }
  const demo = flag(env, 'OPS_DEMO', database === undefined);
  return {
    port: integer(env, 'PORT', 8080, 0, 65_535),
    host: env['OPS_HOST']?.trim() || (demo ? 'localhost' : '::'),
    dataDir,
    files: filesPlace(env, cwd, dataDir),
    databaseUrl: database?.href,
    databaseConnections: integer(env, 'OPS_DATABASE_CONNECTIONS', 10, 1, 500),
    demo,
    demoScale: scale,
    clientDir: clientFolder(env, cwd),
    subAppsDir: resolve(cwd, env['OPS_SUBAPPS']?.trim() || join(dataDir, 'sub-applications')),
    backupsDir: resolve(cwd, env['OPS_BACKUPS']?.trim() || join(dataDir, 'backups')),
    keptDir: join(dataDir, 'console'),
    baseUrl: base?.origin,
    secure: flag(env, 'OPS_SECURE_COOKIE', base?.protocol === 'https:'),
    trustProxy: trusted(env),
    tracker: flag(env, 'OPS_TRACKER', demo),
    importDays: integer(env, 'OPS_IMPORT_DAYS', 365, 1, 36_500),
    logDays: integer(env, 'OPS_LOG_DAYS', 0, 0, 36_500),
    holidayPage: holidayPage(env),
    productService: url(env, 'OPS_PRODUCT_SERVICE', ['http:'])?.origin,
    oidc: oidcSettings(env),
    metricsToken: env['OPS_METRICS_TOKEN']?.trim() || undefined,
    smtpUrl: url(env, 'OPS_SMTP_URL', ['smtp:', 'smtps:'])?.href,
    mailFrom: env['OPS_MAIL_FROM']?.trim() || 'Ops Portal <ops-portal@localhost>',
    webhookHosts: (env['OPS_WEBHOOK_ALLOW'] ?? '')
      .split(',')
      .map(host => host.trim().toLowerCase())
      .filter(host => host !== ''),
    push: pushSettings(env),
    yearReports: flag(env, 'OPS_YEAR_REPORTS', false),
    logRequests: flag(env, 'OPS_LOG', false),
    traces: traceSettings(env),
  };
}
