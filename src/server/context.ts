import type { FastifyRequest } from 'fastify';
import type { CookieNames } from './auth/cookies.ts';
import type { LoginLimit } from './auth/loginLimit.ts';
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
 * Carries out a call that writes for a person who is signed in and on the whitelist.
 * @param shared the connection to use; one of the pool when left out
 * @throws ApiError as the call's own route answers it
 */
export type CarryOut = (
  person: Person,
  request: FastifyRequest,
  body: unknown,
  key: string,
  shared?: SharedConnection,
) => Promise<WriteReply>;

/** What every part of the server is given; made once by buildApp. */
export interface ServerContext {
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
      >
    >;
  database: Database;
  hub: EventHub;
  files: FileStore;
  imports: ImportRunner;
  /** Background work. */
  jobs: JobRunner;
  /** Plans and sends notifications. */
  notifier: Notifier;
  /** Changed rows above which the embedded database applies an import step by step. */
  largeImport: number;
  loginLimit: LoginLimit;
  cookies: CookieNames;
  /** What each person and each address has under way. */
  underWay: UnderWay;
  /** The calls that write, by id; the registrar fills it. */
  writes: Map<string, CarryOut>;
  /** Epoch milliseconds. */
  now: () => number;
}
