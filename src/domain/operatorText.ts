/**
 * Who wrote something: the person, and the API token that acted for them, if one did. Entries that a device stored
 * under an earlier release do not mention a token.
 */
export const operatorText = ({ email, token }: { email: string; token?: string | null | undefined }): string =>
  typeof token === 'string' ? `${email} (API token "${token}")` : email;
