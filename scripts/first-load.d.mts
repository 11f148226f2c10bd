/** Scripts that a first visit to a list loads before painting, with their size in bytes as sent by the server. */
export function firstLoad(): { file: string; bytes: number }[];
/** The total in kB, with its budget. */
export function firstLoadText(files?: { file: string; bytes: number }[]): { text: string; fits: boolean };
