declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Context {
    oidc: {
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
      client: { clientId: string };
      session: { accountId: string };
    };
  }

  /** An OpenID provider for tests; only the parts used here are declared. */
  export default class Provider {
    constructor(
      issuer: string,
      configuration: Readonly<Record<string, unknown>> & {
        loadExistingGrant: (context: Context) => Promise<Grant>;
        interactions: { url: (context: unknown, interaction: { uid: string }) => string };
      },
    );
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ uid: string }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
    on(event: string, listener: (...details: unknown[]) => void): void;
  }
}
