/**
 * Who made a change: the person and, if one was used, the API token that acted for them. Entries stored on the device
 * by an earlier release do not include a token.
 */
export const operatorText = ({ email, token }: { email: string; token?: string | null | undefined }): string =>
  typeof token === 'string' ? `${email} (API token "${token}")` : email;
