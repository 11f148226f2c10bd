export function buildSubApp(folder: string, options?: { out?: string; releaseTime?: number }): Promise<string>;
