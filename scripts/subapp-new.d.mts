export function newSubApp(path: string, into?: string): string;
