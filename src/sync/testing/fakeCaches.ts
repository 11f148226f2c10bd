/** As much of the Cache Storage as the outbox's copies use, in memory. */
export class FakeCaches {
  readonly kept = new Map<string, Map<string, string>>();
  /** Thrown by everything while set. */
  failure: Error | null = null;

  async has(name: string): Promise<boolean> {
    this.check();
    return this.kept.has(name);
  }

  async delete(name: string): Promise<boolean> {
    this.check();
    return this.kept.delete(name);
  }

  async open(name: string) {
    this.check();
    const files = this.kept.get(name) ?? new Map<string, string>();
    this.kept.set(name, files);
    return {
      put: async (path: string, response: Response): Promise<void> => {
        const body = await response.text();
        this.check();
        files.set(`http://x${path}`, body);
      },
      delete: async (path: string): Promise<boolean> => files.delete(`http://x${path}`),
      keys: async () => [...files.keys()].map(url => ({ url })),
      match: async ({ url }: { url: string }) => {
        const body = files.get(url);
        return body === undefined ? undefined : new Response(body);
      },
    };
  }

  private check(): void {
    if (this.failure) throw this.failure;
  }
}
