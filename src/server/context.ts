import type { FastifyRequest } from 'fastify';
import type { Declarations } from '../contract/declarations.ts';
import type { CookieNames } from './auth/cookies.ts';
import type { LoginLimit } from './auth/loginLimit.ts';
import type { PasswordCost } from './auth/password.ts';
import type { Person } from './auth/person.ts';
import type { Config } from './config.ts';
import type { Database } from './db/open.ts';
import type { SharedConnection } from './db/transaction.ts';
import type { WriteReply } from './writes/write.ts';
import type { EventHub } from './feed/hub.ts';
import type { FileStore } from './files/fileStore.ts';
import type { UnderWay } from './base/underWay.ts';
import type { ImportRunner } from './jobs/importRunner.ts';
import type { JobRunner } from './jobs/runner.ts';
import type { Notifier } from './notify/notifier.ts';

/**
 * Executes a write call on behalf of a signed-in, whitelisted person.
 * @param shared the connection to use; defaults to one from the pool
 * @throws ApiError the errors that the call's own route would throw
 */
export type CarryOut = (
  person: Person,
  request: FastifyRequest,
  /** The write's body, its Idempotency-Key, and when the version that it is based on was written. */
  sent: { body: unknown; key: string; basedAt: number | undefined },
  shared?: SharedConnection,
) => Promise<WriteReply>;

/** Everything that the parts of the server depend on; created once by buildApp. */
export interface ServerContext {
  /** The resources that the server serves, with their calls. */
  declared: Declarations;
  config: Pick<Config, 'clientDir' | 'baseUrl' | 'secure' | 'trustProxy' | 'tracker'> &
    Partial<
      Pick<
        Config,
        | 'demo'
        | 'holidayPage'
        | 'keptDir'
        | 'productService'
        | 'subAppsDir'
        | 'dataDir'
        | 'metricsToken'
        | 'oidc'
        | 'smtpUrl'
        | 'mailFrom'
        | 'webhookHosts'
        | 'push'
        | 'backupsDir'
        | 'files'
        | 'logDays'
        | 'yearReports'
      >
    >;
  database: Database;
  hub: EventHub;
  files: FileStore;
  imports: ImportRunner;
  /** Runs background work. */
  jobs: JobRunner;
  /** Plans and sends notifications. */
  notifier: Notifier;
  /** Number of changed rows above which the embedded database applies an import in chunks. */
  largeImport: number;
  loginLimit: LoginLimit;
  /** How costly it is to hash a password. */
  passwordCost: PasswordCost;
  cookies: CookieNames;
  /** The calls in progress of each person and each address. */
  underWay: UnderWay;
  /** The write calls, by id; filled by the registrar. */
  writes: Map<string, CarryOut>;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
}
