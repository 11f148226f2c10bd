/**
 * Who made a change: the person and, if applicable, the API token used on their behalf. Entries that an earlier release
 * stored on the device do not include a token.
 */
export const operatorText = ({ email, token }: { email: string; token?: string | null | undefined }): string =>
  typeof token === 'string' ? `${email} (API token "${token}")` : email;
