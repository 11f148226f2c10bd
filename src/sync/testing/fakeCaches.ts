/** The parts of Cache Storage used for the copies of writes and imports, in memory. */
export class FakeCaches {
  readonly kept = new Map<string, Map<string, Blob>>();
  /** If set, thrown by every operation. */
  failure: Error | null = null;
  /** Called before each write; may throw to simulate a full disk. */
  beforePut: (path: string) => Promise<void> = async () => undefined;

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
    const files = this.kept.get(name) ?? new Map<string, Blob>();
    this.kept.set(name, files);
    return {
      put: async (path: string, response: Response): Promise<void> => {
        const body = await response.blob();
        this.check();
        await this.beforePut(path);
        files.set(`http://x${path}`, body);
      },
      delete: async (path: string): Promise<boolean> => files.delete(`http://x${path}`),
      keys: async () => [...files.keys()].map(url => ({ url })),
      match: async (asked: string | { url: string }) => {
        const body = files.get(typeof asked === 'string' ? `http://x${asked}` : asked.url);
        return body === undefined ? undefined : new Response(body);
      },
    };
  }

  private check(): void {
    if (this.failure) throw this.failure;
  }
}
